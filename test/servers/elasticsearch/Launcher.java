import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.common.logging.LogConfigurator;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.node.Node;
import org.elasticsearch.plugins.PluginsLoader;

/**
 * Starts one Elasticsearch node from the server's own jars. Arguments: the home directory, then `setting=value` pairs
 * (lists with commas). The node ends with its parent: when standard input closes.
 */
public class Launcher {
  public static void main(String[] arguments) throws Exception {
    Path home = Path.of(arguments[0]).toAbsolutePath();
    Settings.Builder settings = Settings.builder().put("path.home", home.toString());
    for (int i = 1; i < arguments.length; i++) {
      String[] pair = arguments[i].split("=", 2);
      if (pair[1].contains(",")) settings.putList(pair[0], pair[1].split(","));
      else settings.put(pair[0], pair[1]);
    }
    Environment environment = new Environment(settings.build(), home.resolve("config"));
    LogConfigurator.registerErrorListener();
    LogConfigurator.configureESLogging();
    LogConfigurator.configure(environment, true);
    var modules = PluginsLoader.loadModulesBundles(home.resolve("modules"));
    Node node = new Node(environment, PluginsLoader.createPluginsLoader(modules, Set.of(), Map.of(), false));
    Runtime.getRuntime().addShutdownHook(new Thread(() -> {
      try {
        node.close();
      } catch (Exception ignored) {
        // The process ends anyway.
      }
    }));
    node.start();
    while (System.in.read() >= 0) {
      // Only the end matters.
    }
    System.exit(0);
  }
}
