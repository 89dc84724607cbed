package dev.semel.json;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.ValueSerializerModifier;
import tools.jackson.databind.type.CollectionType;

/**
 * Writes the elements of a set in their natural order, so that equal sets are equal documents: the
 * order in which a hash set gives them can change from one run to the next. Jackson can do so from
 * 3.2 on; this works with 3.1 too.
 */
final class SortedSets extends ValueSerializerModifier {
  private static final long serialVersionUID = 1L;

  private SortedSets() {}

  static JacksonModule module() {
    return new SimpleModule("semel-sorted-sets").setSerializerModifier(new SortedSets());
  }

  @Override
  public ValueSerializer<?> modifyCollectionSerializer(
      SerializationConfig config,
      CollectionType type,
      BeanDescription.Supplier description,
      ValueSerializer<?> serializer) {
    return type.isTypeOrSubTypeOf(List.class) ? serializer : new Sorting(unchecked(serializer));
  }

  @SuppressWarnings("unchecked") // It is asked for collections alone.
  private static ValueSerializer<Collection<?>> unchecked(ValueSerializer<?> serializer) {
    return (ValueSerializer<Collection<?>>) serializer;
  }

  /** Hands over what the serializer behind it would be given, sorted. */
  private static final class Sorting extends ValueSerializer<Collection<?>> {
    private final ValueSerializer<Collection<?>> next;

    Sorting(ValueSerializer<Collection<?>> next) {
      this.next = next;
    }

    @Override
    public void resolve(SerializationContext context) {
      next.resolve(context);
    }

    @Override
    public ValueSerializer<?> createContextual(
        SerializationContext context, @Nullable BeanProperty property) {
      return new Sorting(unchecked(next.createContextual(context, property)));
    }

    @Override
    public boolean isEmpty(SerializationContext context, Collection<?> value) {
      return next.isEmpty(context, value);
    }

    @Override
    public void serialize(
        Collection<?> value, JsonGenerator generator, SerializationContext context) {
      next.serialize(sorted(value, context), generator, context);
    }

    @Override
    public void serializeWithType(
        Collection<?> value,
        JsonGenerator generator,
        SerializationContext context,
        TypeSerializer typeSerializer) {
      next.serializeWithType(sorted(value, context), generator, context, typeSerializer);
    }

    private static Collection<?> sorted(Collection<?> value, SerializationContext context) {
      boolean hasOrder =
          !(value instanceof Set) || value instanceof SortedSet || value instanceof EnumSet;
      return hasOrder || value.size() < 2 ? value : sorted((Set<?>) value, context);
    }

    private static Set<?> sorted(Set<?> set, SerializationContext context) {
      List<@Nullable Object> elements = new ArrayList<>(set);
      try {
        elements.sort(Comparator.nullsFirst(Sorting::compare));
        return new LinkedHashSet<>(elements);
      } catch (ClassCastException e) {
        return context.reportBadDefinition(
            set.getClass(),
            "a set of elements that cannot be compared has no order, so its fingerprint would change from run to run; make them Comparable, or use a list (%s)"
                .formatted(e.getMessage()));
      }
    }

    @SuppressWarnings("unchecked") // What cannot be compared throws ClassCastException.
    private static int compare(Object one, Object other) {
      return ((Comparable<Object>) Objects.requireNonNull(one)).compareTo(other);
    }
  }
}
