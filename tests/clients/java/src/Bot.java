import com.google.gson.Gson;
import guildhall.ApiClient;
import guildhall.ApiException;
import guildhall.ApiResponse;
import guildhall.api.AccountApi;
import guildhall.api.ForumsApi;
import guildhall.model.DeleteForumsPostsIdRequest;
import guildhall.model.Post;
import guildhall.model.PostForumsPostsRequest;
import guildhall.model.PostForumsThreadsRequest;
import guildhall.model.PostLoginRequest;
import guildhall.model.PutForumsPostsIdRequest;
import guildhall.model.PutForumsReactionsRequest;
import guildhall.model.ThreadSummary;
import java.net.CookieManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import okhttp3.JavaNetCookieJar;
import okhttp3.OkHttpClient;

/** Uses the generated client as an outside developer would, and prints what it did as one line of JSON. */
public class Bot {
  private static final String SITE = System.getenv("BOT_SITE");
  private static final Pattern NEXT_CURSOR = Pattern.compile("[?&]cursor=([^&>]+)[^>]*>; rel=\"next\"");

  private static ApiClient newClient() {
    var http = new OkHttpClient.Builder().cookieJar(new JavaNetCookieJar(new CookieManager())).build();
    return new ApiClient(http).setBasePath(SITE + "/api").addDefaultHeader("Origin", SITE);
  }

  private interface Call {
    void run() throws ApiException;
  }

  private static String refusal(int status, Call call) {
    try {
      call.run();
    } catch (ApiException error) {
      if (error.getCode() == status) return error.getErrorObject().getCode().getValue();
      throw new IllegalStateException("Expected " + status, error);
    }
    throw new IllegalStateException("Expected " + status + ", but the call succeeded");
  }

  public static void main(String[] args) throws ApiException {
    var client = newClient();
    var forums = new ForumsApi(client);
    var guest = new ForumsApi(newClient());

    var credentials = new PostLoginRequest()
      .emailOrUsername(System.getenv("BOT_NAME"))
      .password(System.getenv("BOT_PASSWORD"));
    var user = new AccountApi(client).postLogin(credentials).getUser();

    var sections = forums.getForumsSections(null, null, null, null, null, null);
    var section = sections.stream().filter(it -> it.getName().equals("community")).findFirst().orElseThrow().getId();

    var newThread = new PostForumsThreadsRequest()
      .title("From Java")
      .content("Written by a bot")
      .sectionId(section);
    long thread = forums.postForumsThreads(newThread, null).getId();
    var threads = forums.getForumsThreads(section, null, null, null, null, null, null, user.getUsername(), null);
    var shown = forums.getForumsThreadsId(thread, null, null);

    var firstReply = new PostForumsPostsRequest().threadId(thread).content("First");
    long first = forums.postForumsPosts(firstReply, null).getId();
    var secondReply = new PostForumsPostsRequest().threadId(thread).content("Second").replyTo(first);
    long second = forums.postForumsPosts(secondReply, null).getId();
    var edit = new PutForumsPostsIdRequest().content("First, edited");
    forums.putForumsPostsId(first, edit, null, "\"1\"");
    var like = new PutForumsReactionsRequest()
      .kind(PutForumsReactionsRequest.KindEnum.POST)
      .id(first)
      .emoji(PutForumsReactionsRequest.EmojiEnum.LIKE);
    forums.putForumsReactions(like, null);
    forums.deleteForumsPostsId(second, null, new DeleteForumsPostsIdRequest().reason("A test"));

    long longThread = Long.parseLong(System.getenv("BOT_LONG_THREAD"));
    var numbers = new ArrayList<Long>();
    String cursor = null;
    do {
      ApiResponse<List<Post>> page = forums.getForumsPostsIdWithHttpInfo(
        longThread, null, 10, cursor, null, null, null, null, null, null, null);
      page.getData().forEach(it -> numbers.add(it.getNumber()));
      Matcher next = NEXT_CURSOR.matcher(String.join(",", page.getHeaders().getOrDefault("link", List.of())));
      cursor = next.find() ? next.group(1) : null;
    } while (cursor != null);

    var empty = new PostForumsPostsRequest().threadId(thread).content("");
    var foreign = new PostForumsPostsRequest().threadId(thread).content("Not me").userId(user.getId() + 1);
    System.out.println(new Gson().toJson(Map.of(
      "member", user.getId(),
      "listed", threads.stream().map(ThreadSummary::getId).toList(),
      "title", shown.getTitle(),
      "thread", thread,
      "reply", first,
      "deleted", second,
      "numbers", numbers,
      "refusals", Map.of(
        400, refusal(400, () -> forums.postForumsPosts(empty, null)),
        401, refusal(401, () -> guest.postForumsThreads(newThread, null)),
        403, refusal(403, () -> forums.postForumsPosts(foreign, null)),
        404, refusal(404, () -> forums.getForumsThreadsId(thread + 1, null, null)),
        412, refusal(412, () -> forums.putForumsPostsId(first, edit, null, "\"1\""))))));
  }
}
