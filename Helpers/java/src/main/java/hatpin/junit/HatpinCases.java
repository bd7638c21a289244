package hatpin.junit;

import hatpin.junit.HatpinWorld.Lab;
import java.lang.annotation.*;
import java.lang.reflect.Method;
import java.util.*;
import java.util.stream.*;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.*;
import org.junit.platform.commons.support.ReflectionSupport;
import org.opentest4j.*;

/**
 * Runs a test method with each case of Hatpin that a selector matches. The method takes a {@link HatpinWorld}
 * and runs the client once. Whether it throws does not decide: the server sees whether the client has accepted.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(HatpinCases.Provider.class)
@org.junit.jupiter.api.parallel.ResourceLock("jdk.net.hosts.file") // The JVM has one for all cases.
public @interface HatpinCases {
    /** Selectors, such as {@code names/*}. */
    String[] value();
    /** Abilities of the client, such as {@code redirects}, for further cases. */
    String[] can() default {};
    /** The protocol of a client that does not speak HTTPS, such as {@code imap:implicit}. */
    String speaks() default "";

    /** Makes an invocation of the method for each case. */
    final class Provider implements TestTemplateInvocationContextProvider {
        @Override public boolean supportsTestTemplate(ExtensionContext context) { return true; }

        @Override public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
                ExtensionContext context) {
            Method method = context.getRequiredTestMethod();
            HatpinCases mark = method.getAnnotation(HatpinCases.class);
            String client = Lab.quoted(context.getRequiredTestClass().getName() + "." + method.getName());
            String can = Stream.of(mark.can()).map(Lab::quoted).collect(Collectors.joining(",", "[", "]"));
            String speaks = mark.speaks().isEmpty() ? "" : ",\"speaks\":" + Lab.quoted(mark.speaks());
            String options = ",\"client\":" + client + ",\"can\":" + can + speaks;
            Map<String, TestTemplateInvocationContext> cases = new LinkedHashMap<>();
            for (String selector : mark.value()) {
                String id = null;
                for (var member : Lab.ask("\"cases\":" + Lab.quoted(selector) + options, null).members()) {
                    if (member.getKey().equals("case")) cases.put(id = member.getValue(), new Case(id, options, null));
                    if (member.getKey().equals("reason")) cases.put(id, new Case(id, options, member.getValue()));
                }
            }
            return cases.values().stream();
        }
    }

    /** A case; {@code excluded} is the reason why it does not apply to the client, or null. */
    record Case(String id, String options, String excluded)
            implements TestTemplateInvocationContext, ParameterResolver, InvocationInterceptor {
        @Override public String getDisplayName(int index) { return id; }
        @Override public List<Extension> getAdditionalExtensions() { return List.of(this); }
        @Override public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == HatpinWorld.class;
        }
        /** Returns null, since each run of the method has a setup of its own. */
        @Override public Object resolveParameter(ParameterContext parameter, ExtensionContext context) { return null; }

        @Override public void interceptTestTemplateMethod(Invocation<Void> invocation,
                ReflectiveInvocationContext<Method> call, ExtensionContext context) throws Throwable {
            invocation.skip(); // An invocation can proceed only once, and the control is a second run.
            if (excluded != null) throw new TestAbortedException(excluded);
            Throwable error = null;
            HatpinWorld answer = Lab.ask("\"case\":" + Lab.quoted(id) + options, null);
            while (answer.isSetup()) {
                HatpinWorld world = answer.lead();
                try {
                    ReflectionSupport.invokeMethod(call.getExecutable(), call.getTarget().orElse(null),
                            call.getArguments().stream().map(other -> other == null ? world : other).toArray());
                    error = null;
                } catch (TestAbortedException aborted) {
                    Lab.end(world);
                    throw aborted;
                } catch (Throwable thrown) {
                    error = thrown;
                }
                String says = (error == null) + ",\"says\":" + Lab.quoted(String.valueOf(error));
                answer = Lab.ask("\"verdict\":" + world.get("id") + ",\"accepted\":" + says, error);
            }
            String sentence = answer.get("sentence") + "\n" + Objects.requireNonNullElse(answer.get("command"), "");
            if (!answer.get("passed").equals("true")) throw new AssertionFailedError(sentence.strip());
            if (answer.get("outcome").equals("not-delivered")) throw new TestAbortedException(sentence.strip());
            // The client has accepted as it must, so this is about something else.
            if (error != null && answer.get("verdict").equals("accept")) throw error;
        }
    }
}
