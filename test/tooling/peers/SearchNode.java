import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * One node of a real Elasticsearch or OpenSearch from the libraries that both publish, for the tests alone: it keeps what it holds in one folder,
 * listens on this machine, says "ready", and ends with its input. Both are named alike, so that one program starts either.
 *
 *   java -cp 'lib/*' SearchNode.java FOLDER org.elasticsearch|org.opensearch PORT
 */
final class SearchNode {
  public static void main(String[] arguments) {
    try {
      run(arguments);
      System.exit(0);
    } catch (Throwable failure) {
      // Threads of the node would keep the program.
      failure.printStackTrace();
      System.exit(1);
    }
  }

  private static void run(String[] arguments) throws Exception {
    String product = arguments[1];
    Object builder = type(product, "common.settings.Settings").getMethod("builder").invoke(null);
    Method put = builder.getClass().getMethod("put", String.class, String.class);
    Map<String, String> settings = Map.of(
        "path.home", arguments[0],
        "http.port", arguments[2],
        "network.host", "127.0.0.1",
        "transport.port", "0",
        "http.type", "netty4",
        "transport.type", "netty4",
        "discovery.type", "single-node",
        "cluster.routing.allocation.disk.threshold_enabled", "false",
        "node.name", "tests");
    for (Map.Entry<String, String> setting : settings.entrySet())
      put.invoke(builder, setting.getKey(), setting.getValue());
    Object built = builder.getClass().getMethod("build").invoke(builder);
    Supplier<String> name = () -> "tests";
    Object environment = type(product, "node.InternalSettingsPreparer")
        .getMethod("prepareEnvironment", built.getClass(), Map.class, Path.class, Supplier.class)
        .invoke(null, built, Map.of(), null, name);
    Constructor<?> constructor = type(product, "node.Node")
        .getDeclaredConstructor(environment.getClass(), java.util.Collection.class, boolean.class);
    constructor.setAccessible(true);
    Object node = constructor.newInstance(environment, List.of(type(product, "transport.Netty4Plugin")), true);
    node.getClass().getMethod("start").invoke(node);
    System.out.println("ready");
    while (System.in.read() >= 0) continue;
    node.getClass().getMethod("close").invoke(node);
  }

  private static Class<?> type(String product, String name) throws ClassNotFoundException {
    return Class.forName(product + "." + name);
  }
}
