package dev.semel.demo.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** Compares the schemas of the document with the records that are read and written. */
final class Schemas {
  private final JsonNode document;

  Schemas(JsonNode document) {
    this.document = document;
  }

  /** Records by their members, lists by their items, enums by their values. */
  void assertDescribes(Type type, JsonNode schema) {
    JsonNode resolved = resolve(schema);
    if (type instanceof ParameterizedType generic && generic.getRawType() == List.class) {
      assertThat(resolved.path("type").asString()).as("%s", type).isEqualTo("array");
      assertDescribes(generic.getActualTypeArguments()[0], resolved.path("items"));
    } else if (type instanceof Class<?> known && known.isRecord()) {
      assertDescribesRecord(known, resolved);
    } else if (type instanceof Class<?> known && known.isEnum()) {
      assertDescribesEnum(known, resolved);
    }
  }

  private void assertDescribesRecord(Class<?> type, JsonNode schema) {
    Map<String, Type> members = members(type);
    assertThat(new TreeSet<>(schema.path("properties").propertyNames()))
        .as("members of %s", type.getSimpleName())
        .isEqualTo(members.keySet());
    members.forEach(
        (name, member) -> assertDescribes(member, schema.path("properties").path(name)));
  }

  private static void assertDescribesEnum(Class<?> type, JsonNode schema) {
    TreeSet<String> documented = new TreeSet<>();
    schema.path("enum").forEach(value -> documented.add(value.asString()));
    assertThat(documented)
        .as("values of %s", type.getSimpleName())
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(type.getEnumConstants()).map(Object::toString).toList());
  }

  private static Map<String, Type> members(Class<?> type) {
    Map<String, Type> members = new TreeMap<>();
    for (RecordComponent component : type.getRecordComponents()) {
      if (component.getAccessor().isAnnotationPresent(JsonUnwrapped.class)) {
        members.putAll(members(component.getType()));
      } else {
        members.put(component.getName(), component.getGenericType());
      }
    }
    for (Method method : type.getDeclaredMethods()) {
      if (method.getName().matches("is[A-Z].*") && method.getParameterCount() == 0) {
        String name = method.getName().substring(2);
        members.put(Character.toLowerCase(name.charAt(0)) + name.substring(1), boolean.class);
      }
    }
    return members;
  }

  private JsonNode resolve(JsonNode schema) {
    JsonNode first = schema.path("oneOf").path(0);
    JsonNode chosen = first.isMissingNode() ? schema : first;
    String reference = chosen.path("$ref").asString("");
    return reference.isEmpty() ? chosen : document.at(reference.substring(1));
  }
}
