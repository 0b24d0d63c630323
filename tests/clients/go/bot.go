// Uses the generated client as an outside developer would, and prints what it did as one line of JSON.
package main

import (
	"bot/guildhall"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"os"
	"regexp"
	"strconv"
)

var (
	ctx        = context.Background()
	site       = os.Getenv("BOT_SITE")
	nextCursor = regexp.MustCompile(`[?&]cursor=([^&>]+)[^>]*>; rel="next"`)
)

func newClient() *guildhall.ClientWithResponses {
	jar, err := cookiejar.New(nil)
	check(err)
	addOrigin := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Origin", site)
		return nil
	}
	client, err := guildhall.NewClientWithResponses(site+"/api",
		guildhall.WithHTTPClient(&http.Client{Jar: jar}), guildhall.WithRequestEditorFn(addOrigin))
	check(err)
	return client
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// required returns what the response contains if its status is the expected one.
func required[T any](parsed *T, body []byte) T {
	if parsed == nil {
		panic("Unexpected response: " + string(body))
	}
	return *parsed
}

func main() {
	client, guest := newClient(), newClient()

	login, err := client.PostLoginWithResponse(ctx, guildhall.PostLoginJSONRequestBody{
		EmailOrUsername: os.Getenv("BOT_NAME"), Password: os.Getenv("BOT_PASSWORD")})
	check(err)
	user := required(login.JSON200, login.Body).User

	sections, err := client.GetForumsSectionsWithResponse(ctx, nil)
	check(err)
	var section int64
	for _, it := range required(sections.JSON200, sections.Body) {
		if it.Name == "community" {
			section = it.Id
		}
	}

	newThread := guildhall.PostForumsThreadsJSONRequestBody{
		Title: "From Go", Content: "Written by a bot", SectionId: &section}
	created, err := client.PostForumsThreadsWithResponse(ctx, nil, newThread)
	check(err)
	thread := required(created.JSON201, created.Body).Id
	threads, err := client.GetForumsThreadsWithResponse(ctx, &guildhall.GetForumsThreadsParams{
		SectionId: section, Author: &user.Username})
	check(err)
	listed := []int64{}
	for _, it := range required(threads.JSON200, threads.Body) {
		listed = append(listed, it.Id)
	}
	shown, err := client.GetForumsThreadsIdWithResponse(ctx, thread, nil)
	check(err)

	reply := func(body guildhall.PostForumsPostsJSONRequestBody) *guildhall.PostForumsPostsResponse {
		body.ThreadId = thread
		response, err := client.PostForumsPostsWithResponse(ctx, nil, body)
		check(err)
		return response
	}
	firstReply := reply(guildhall.PostForumsPostsJSONRequestBody{Content: "First"})
	first := required(firstReply.JSON201, firstReply.Body).Id
	secondReply := reply(guildhall.PostForumsPostsJSONRequestBody{Content: "Second", ReplyTo: &first})
	second := required(secondReply.JSON201, secondReply.Body).Id
	editFirst := func() *guildhall.PutForumsPostsIdResponse {
		version := `"1"`
		response, err := client.PutForumsPostsIdWithResponse(ctx, first, &guildhall.PutForumsPostsIdParams{
			IfMatch: &version}, guildhall.PutForumsPostsIdJSONRequestBody{Content: "First, edited"})
		check(err)
		return response
	}
	edited := editFirst()
	required(edited.JSON200, edited.Body)
	like := guildhall.PutForumsReactionsRequestEmojiLike
	reacted, err := client.PutForumsReactionsWithResponse(ctx, nil, guildhall.PutForumsReactionsJSONRequestBody{
		Kind: guildhall.PutForumsReactionsRequestKindPost, Id: first, Emoji: &like})
	check(err)
	required(reacted.JSON200, reacted.Body)
	reason := "A test"
	deleted, err := client.DeleteForumsPostsIdWithResponse(ctx, second, nil,
		guildhall.DeleteForumsPostsIdJSONRequestBody{Reason: &reason})
	check(err)
	required(deleted.JSON200, deleted.Body)

	longThread, err := strconv.ParseInt(os.Getenv("BOT_LONG_THREAD"), 10, 64)
	check(err)
	numbers, limit := []int64{}, 10
	params := guildhall.GetForumsPostsIdParams{Limit: &limit}
	for {
		page, err := client.GetForumsPostsIdWithResponse(ctx, longThread, &params)
		check(err)
		for _, it := range required(page.JSON200, page.Body) {
			numbers = append(numbers, it.Number)
		}
		next := nextCursor.FindStringSubmatch(page.HTTPResponse.Header.Get("Link"))
		if next == nil {
			break
		}
		params.Cursor = &next[1]
	}

	empty := reply(guildhall.PostForumsPostsJSONRequestBody{Content: ""})
	unauthenticated, err := guest.PostForumsThreadsWithResponse(ctx, nil, newThread)
	check(err)
	other := user.Id + 1
	foreign := reply(guildhall.PostForumsPostsJSONRequestBody{Content: "Not me", UserId: &other})
	missing, err := client.GetForumsThreadsIdWithResponse(ctx, thread+1, nil)
	check(err)
	outdated := editFirst()

	line, err := json.Marshal(map[string]any{
		"member": user.Id, "listed": listed, "title": required(shown.JSON200, shown.Body).Title,
		"thread": thread, "reply": first, "deleted": second, "numbers": numbers,
		"refusals": map[int]guildhall.RefusedCode{
			400: required(empty.JSON400, empty.Body).Code,
			401: required(unauthenticated.JSON401, unauthenticated.Body).Code,
			403: required(foreign.JSON403, foreign.Body).Code,
			404: required(missing.JSON404, missing.Body).Code,
			412: required(outdated.JSON412, outdated.Body).Code,
		}})
	check(err)
	fmt.Println(string(line))
}
