"""Uses the generated client as an outside developer would, and prints what it did as one line of JSON."""

import json
import os
import re

from guildhall import Client
from guildhall.api.account import post_login
from guildhall.api.forums import (
    delete_forums_posts_id,
    get_forums_posts_id,
    get_forums_sections,
    get_forums_threads,
    get_forums_threads_id,
    post_forums_posts,
    post_forums_threads,
    put_forums_posts_id,
    put_forums_reactions,
)
from guildhall.models import (
    DeleteForumsPostsIdRequest,
    DoneTo,
    PostForumsPostsRequest,
    PostForumsThreadsRequest,
    PostLoginRequest,
    PostLoginResult,
    PutForumsPostsIdRequest,
    PutForumsReactionsRequest,
    PutForumsReactionsRequestEmojiType1,
    PutForumsReactionsRequestKind,
    Refused,
    Thread,
)
from guildhall.types import UNSET

site = os.environ["BOT_SITE"]
long_thread = int(os.environ["BOT_LONG_THREAD"])
client = Client(base_url=f"{site}/api", headers={"origin": site})  # Its HTTP client stores the session cookie.
guest = Client(base_url=f"{site}/api", headers={"origin": site})


def done(parsed: object) -> DoneTo:
    assert isinstance(parsed, DoneTo), parsed
    return parsed


def refusal(response, status: int) -> str:
    assert response.status_code == status, response
    assert isinstance(response.parsed, Refused), response
    return response.parsed.code.value


login = post_login.sync(
    client=client, body=PostLoginRequest(email_or_username=os.environ["BOT_NAME"], password=os.environ["BOT_PASSWORD"])
)
assert isinstance(login, PostLoginResult), login

sections = get_forums_sections.sync(client=client)
assert isinstance(sections, list), sections
section = next(it for it in sections if it.name == "community")

new_thread = PostForumsThreadsRequest(title="From Python", content="Written by a bot", section_id=section.id)
thread = done(post_forums_threads.sync(client=client, body=new_thread)).id
threads = get_forums_threads.sync(client=client, section_id=section.id, author=login.user.username)
assert isinstance(threads, list), threads
shown = get_forums_threads_id.sync(thread, client=client)
assert isinstance(shown, Thread), shown

first = done(post_forums_posts.sync(client=client, body=PostForumsPostsRequest(thread_id=thread, content="First"))).id
second_body = PostForumsPostsRequest(thread_id=thread, content="Second", reply_to=first)
second = done(post_forums_posts.sync(client=client, body=second_body)).id
edit = PutForumsPostsIdRequest(content="First, edited")
done(put_forums_posts_id.sync(first, client=client, body=edit, if_match='"1"'))
like = PutForumsReactionsRequest(
    kind=PutForumsReactionsRequestKind.POST, id=first, emoji=PutForumsReactionsRequestEmojiType1.LIKE
)
done(put_forums_reactions.sync(client=client, body=like))
done(delete_forums_posts_id.sync(second, client=client, body=DeleteForumsPostsIdRequest(reason="A test")))

numbers: list[int] = []
cursor = UNSET
while True:
    page = get_forums_posts_id.sync_detailed(long_thread, client=client, limit=10, cursor=cursor)
    assert isinstance(page.parsed, list), page
    numbers += [it.number for it in page.parsed]
    following = re.search(r'[?&]cursor=([^&>]+)[^>]*>; rel="next"', page.headers.get("link", ""))
    if not following:
        break
    cursor = following[1]

foreign = PostForumsPostsRequest(thread_id=thread, content="Not me", user_id=login.user.id + 1)
print(
    json.dumps(
        {
            "member": login.user.id,
            "listed": [it.id for it in threads],
            "title": shown.title,
            "thread": thread,
            "reply": first,
            "deleted": second,
            "numbers": numbers,
            "refusals": {
                400: refusal(
                    post_forums_posts.sync_detailed(
                        client=client, body=PostForumsPostsRequest(thread_id=thread, content="")
                    ),
                    400,
                ),
                401: refusal(post_forums_threads.sync_detailed(client=guest, body=new_thread), 401),
                403: refusal(post_forums_posts.sync_detailed(client=client, body=foreign), 403),
                404: refusal(get_forums_threads_id.sync_detailed(thread + 1, client=client), 404),
                412: refusal(put_forums_posts_id.sync_detailed(first, client=client, body=edit, if_match='"1"'), 412),
            },
        }
    )
)
