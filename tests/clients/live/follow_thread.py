"""Follows a thread as a guest, by the rules in the description of /api/asyncapi.json.

Usage: follow_thread.py <address of the site> <thread id>
Prints its state as a line of JSON whenever it changes.
"""

import json
import random
import sys
import threading
import time
import urllib.request

import socketio

site, thread_id = sys.argv[1], sys.argv[2]
topic = f"thread:{thread_id}"
lock = threading.RLock()
rows = {}  # by id
removed = {}  # the `pos` of each removal, by id
position = None
caught_up = False
reads = connects = 0


def read():
    """Returns all replies, and the oldest position of the pages."""
    address, found, positions = f"{site}/api/forums/posts/{thread_id}", [], []
    while address:
        with urllib.request.urlopen(address) as response:
            found += json.load(response)
            positions.append(response.headers["guildhall-position"])
            address = next_page(response.headers.get("link"))
    return found, min(positions)


def next_page(link):
    for part in (link or "").split(","):
        if 'rel="next"' in part:
            path = part[part.index("<") + 1 : part.index(">")]
            return path if path.startswith("http") else site + path
    return None


def take(row):
    kept = max(rows.get(row["id"], {}).get("pos", ""), removed.get(row["id"], ""))
    if row["pos"] <= kept:
        return
    is_removed = row.get("removed", False)
    if is_removed:
        rows.pop(row["id"], None)
        removed[row["id"]] = row["pos"]
    else:
        removed.pop(row["id"], None)
        rows[row["id"]] = {key: value for key, value in row.items() if key != "kind"}
    for other in rows.values():
        if other["reply_to"] and other["reply_to"]["id"] == row["id"]:
            other["reply_to"]["deleted"] = is_removed


client = socketio.Client(reconnection=False)


def load_and_join():
    global position, reads
    found, at = read()
    reads += 1
    with lock:
        rows.clear()
        removed.clear()
        rows.update({row["id"]: row for row in found})
        position = at
    join()


def join():
    global caught_up
    with lock:
        caught_up = False
        request = [{"topic": topic, "position": position}]
    client.emit("join", request, callback=joined)


def joined(results):
    if results == ["refused"]:
        later(30, load_and_join)


def later(seconds, run):
    threading.Timer(seconds, run).start()


@client.on("connect")
def on_connect():
    global connects
    connects += 1
    if position is None:
        load_and_join()
    else:
        join()


@client.on("topic")
def on_topic(message):
    global position, caught_up
    if message["topic"] != topic:
        return
    with lock:
        if message.get("resync"):
            position, caught_up = None, False
            later(0 if message.get("urgent") else random.random() * 3, load_and_join)
            return
        for row in message["rows"]:
            if row["kind"] == "post":
                take(row)
        caught_up = caught_up or message.get("end", False)
        if caught_up and "position" in message:
            position = message["position"]
        show()


@client.on("disconnect")
def on_disconnect(*_):
    global caught_up
    caught_up = False


def show():
    state = {"reads": reads, "connects": connects, "caughtUp": caught_up}
    print(json.dumps({**state, "rows": sorted(rows.values(), key=lambda row: row["order"])}), flush=True)


def stay_connected():
    delay = 0.5
    while True:
        try:
            client.connect(site, transports=["websocket"])
            delay = 0.5
            client.wait()
        except socketio.exceptions.ConnectionError:
            delay = min(30, delay * 2)
        time.sleep(delay * (1 + random.random()))


stay_connected()
