import java.nio.file.Path;
import java.time.Duration;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.configuration.connectors.BoltConnector;
import org.neo4j.configuration.connectors.HttpConnector;
import org.neo4j.configuration.helpers.SocketAddress;
import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilder;

/**
 * A Neo4j Community of one node from the libraries that it publishes, for the tests alone: it keeps what it holds in one folder, speaks Bolt on this
 * machine to who knows the password, says "ready", and ends with its input.
 *
 *   java -cp 'lib/*' Neo4jNode.java FOLDER PORT PASSWORD
 */
final class Neo4jNode {
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
    SocketAddress address = new SocketAddress("127.0.0.1", Integer.parseInt(arguments[1]));
    DatabaseManagementService service = new DatabaseManagementServiceBuilder(Path.of(arguments[0]))
        .setConfig(BoltConnector.enabled, true)
        .setConfig(BoltConnector.listen_address, address)
        .setConfig(BoltConnector.advertised_address, address)
        .setConfig(HttpConnector.enabled, false)
        .setConfig(GraphDatabaseSettings.auth_enabled, true)
        .setConfig(GraphDatabaseSettings.pagecache_memory, 64L << 20)
        // What a test forgot to end is not waited for.
        .setConfig(GraphDatabaseSettings.shutdown_transaction_end_timeout, Duration.ZERO)
        .build();
    service.database("system").executeTransactionally(
        "ALTER USER neo4j SET PASSWORD '" + arguments[2] + "' CHANGE NOT REQUIRED");
    System.out.println("ready");
    while (System.in.read() >= 0) continue;
    service.shutdown();
  }
}
