import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import net.kyori.adventure.text.Component;
import net.minestom.server.Auth;
import net.minestom.server.MinecraftServer;
import net.minestom.server.command.builder.Command;
import net.minestom.server.command.builder.arguments.ArgumentType;
import net.minestom.server.coordinate.Pos;
import net.minestom.server.entity.GameMode;
import net.minestom.server.entity.Player;
import net.minestom.server.event.player.AsyncPlayerConfigurationEvent;
import net.minestom.server.event.player.PlayerSpawnEvent;
import net.minestom.server.instance.block.Block;

/** A game server that carries out its ledger, and reports bans. */
public class MinestomServer {
  static final String site = System.getenv("GUILDHALL_URL") + "/api/game/";
  static final String key = System.getenv("GUILDHALL_KEY");
  static final HttpClient http = HttpClient.newHttpClient();
  static final Map<UUID, String> bans = new ConcurrentHashMap<>();
  static final Set<UUID> builders = ConcurrentHashMap.newKeySet();

  public static void main(String[] args) throws Exception {
    MinecraftServer server = MinecraftServer.init(new Auth.Offline());
    var world = MinecraftServer.getInstanceManager().createInstanceContainer();
    world.setGenerator(unit -> unit.modifier().fillHeight(0, 40, Block.STONE));
    var events = MinecraftServer.getGlobalEventHandler();
    events.addListener(AsyncPlayerConfigurationEvent.class, event -> {
      Player player = event.getPlayer();
      event.setSpawningInstance(world);
      player.setRespawnPoint(new Pos(0, 42, 0));
      if (bans.containsKey(player.getUuid())) kick(player);
    });
    events.addListener(PlayerSpawnEvent.class, event -> setMode(event.getPlayer()));
    addCommand("verify", (player, words) -> {
      JsonObject link = call("POST", "links", """
        {"code": "%s", "account": %s}""".formatted(words[0], describe(player)));
      player.sendMessage("Linked to " + link.getAsJsonObject("member").get("username").getAsString());
    });
    addCommand("ban", (banner, words) -> {
      Player player = MinecraftServer.getConnectionManager().getOnlinePlayerByUsername(words[0]);
      bans.put(player.getUuid(), words[1]);
      call("POST", "reports", """
        {"items": [{"id": "%s", "kind": "ban", "account": %s, "data": {"reason": "%s"}}]}"""
        .formatted(UUID.randomUUID(), describe(player), words[1]));
      kick(player);
    });
    server.start("127.0.0.1", Integer.parseInt(args[0]));
    System.out.println("listening");
    followLedger();
  }

  interface Action {
    void run(Player player, String[] words) throws Exception;
  }

  static void addCommand(String name, Action action) {
    var words = ArgumentType.StringArray("words");
    Command command = new Command(name);
    command.addSyntax((sender, context) -> {
      try {
        action.run((Player) sender, context.get(words));
      } catch (Exception error) {
        sender.sendMessage("Failed: " + error.getMessage());
      }
    }, words);
    MinecraftServer.getCommandManager().register(command);
  }

  static void followLedger() throws Exception {
    for (int position = 0;;) {
      JsonObject page = call("GET", "ledger?wait=30&after=" + position, "");
      for (var entry : page.getAsJsonArray("entries")) carryOut(entry.getAsJsonObject());
      position = page.get("next").getAsInt();
      call("POST", "ledger/ack", "{\"pos\": %d}".formatted(position));
    }
  }

  static void carryOut(JsonObject entry) {
    UUID uuid = UUID.fromString(entry.getAsJsonObject("account").get("uuid").getAsString());
    Player player = MinecraftServer.getConnectionManager().getOnlinePlayerByUuid(uuid);
    String kind = entry.get("kind").getAsString();
    switch (kind) {
      case "ban" -> {
        bans.put(uuid, entry.getAsJsonObject("data").get("reason").getAsString());
        if (player != null) kick(player);
      }
      case "unban" -> bans.remove(uuid);
      case "rank.add" -> builders.add(uuid);
      case "rank.remove" -> builders.remove(uuid);
    }
    if (player != null) setMode(player);
    System.out.println("carried out " + kind);
  }

  static void kick(Player player) {
    player.kick(Component.text("Banned: " + bans.get(player.getUuid())));
  }

  static void setMode(Player player) {
    player.setGameMode(builders.contains(player.getUuid()) ? GameMode.CREATIVE : GameMode.SURVIVAL);
  }

  static String describe(Player player) {
    return """
      {"edition": "java", "login_mode": "offline", "uuid": "%s", "name": "%s"}"""
      .formatted(player.getUuid(), player.getUsername());
  }

  static JsonObject call(String method, String path, String body) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(site + path))
      .header("authorization", "Bearer " + key)
      .header("content-type", "application/json")
      .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
      .build();
    var response = http.send(request, BodyHandlers.ofString());
    if (response.statusCode() >= 400) throw new Exception(response.body());
    return JsonParser.parseString(response.body()).getAsJsonObject();
  }
}
