package dev.semel.spring.internal.method;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.Handle;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;
import org.springframework.util.ClassUtils;

/**
 * Finds calls of a class to its own commands, which do not pass the proxy. Looks at the bytes of
 * the class, so it cannot tell {@code this} from another object of the same class: a class that has
 * a field of its own type is taken to call itself through that.
 */
final class SelfCalls {
  private static final Logger LOG = LoggerFactory.getLogger(SelfCalls.class);

  /** A call, by the names of the two methods. */
  record Call(String caller, String called) {}

  private SelfCalls() {}

  static List<Call> in(Class<?> beanClass, List<AnnotatedMethod> commands) {
    if (hasFieldOfItsOwnType(beanClass)) {
      return List.of();
    }
    Set<String> wanted = commands.stream().map(SelfCalls::signature).collect(Collectors.toSet());
    Calls calls = new Calls(beanClass, wanted);
    read(beanClass, calls);
    return calls.found;
  }

  private static boolean hasFieldOfItsOwnType(Class<?> beanClass) {
    return Arrays.stream(beanClass.getDeclaredFields())
        .map(Field::getType)
        .anyMatch(type -> type.isAssignableFrom(beanClass) && type != Object.class);
  }

  private static String signature(AnnotatedMethod command) {
    return command.method().getName() + Type.getMethodDescriptor(command.method());
  }

  /** A class whose bytes are not to be had is not looked at. */
  private static void read(Class<?> beanClass, ClassVisitor visitor) {
    try (InputStream bytes =
        beanClass.getResourceAsStream(ClassUtils.getClassFileName(beanClass))) {
      if (bytes != null) {
        new ClassReader(bytes).accept(visitor, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
      }
    } catch (IOException | IllegalArgumentException unreadable) {
      LOG.debug("the class file of {} cannot be read", beanClass, unreadable);
    }
  }

  /** Visits the methods of a class. */
  private static final class Calls extends ClassVisitor {
    private final String owner;
    private final String simpleName;
    private final Set<String> wanted;
    private final List<Call> found = new ArrayList<>();

    Calls(Class<?> beanClass, Set<String> wanted) {
      super(SpringAsmInfo.ASM_VERSION);
      this.owner = Type.getInternalName(beanClass);
      this.simpleName = beanClass.getSimpleName();
      this.wanted = wanted;
    }

    @Override
    public MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      return new Instructions(this, caller(name));
    }

    /** The body of a lambda is a method named after the one it stands in. */
    private static String caller(String name) {
      return name.startsWith("lambda$") ? name.split("\\$", -1)[1] : name;
    }

    void called(String caller, String calledOwner, String name, String descriptor) {
      if (calledOwner.equals(owner) && wanted.contains(name + descriptor)) {
        found.add(new Call(simpleName + "." + caller, name));
      }
    }
  }

  /** Visits the instructions of one method. */
  private static final class Instructions extends MethodVisitor {
    private final Calls calls;
    private final String caller;

    Instructions(Calls calls, String caller) {
      super(SpringAsmInfo.ASM_VERSION);
      this.calls = calls;
      this.caller = caller;
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      calls.called(caller, owner, name, descriptor);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      for (Object argument : arguments) {
        if (argument instanceof Handle handle) {
          calls.called(caller, handle.getOwner(), handle.getName(), handle.getDesc());
        }
      }
    }
  }
}
