"""Follows one thread of a Guildhall site live, as a guest: follow_thread.py <address of the site> <thread id>"""
import concurrent.futures
import http.client
import itertools
import json
import math
import queue
import random
import re
import sys
import time
import urllib.request

import socketio


def backoff(failures):
    return min(30, random.uniform(0.5, 2) * 2 ** min(failures, 6))


def get(url):
    """GET as often as it takes; returns the body and the headers. Raises an HTTPError if it is refused."""
    for failures in itertools.count():
        wait = ''
        try:
            with urllib.request.urlopen(url, timeout=30) as response:
                return json.load(response), response.headers
        except urllib.error.HTTPError as error:
            if error.code < 500 and error.code != 429:
                raise
            wait = error.headers.get('Retry-After', '')
        except (OSError, ValueError, http.client.HTTPException):
            pass
        time.sleep(int(wait) if wait.isdigit() else backoff(failures))


def new_client(inbox):
    # Guests need no Origin, but websocket-client would send one. This program reconnects by itself.
    client = socketio.Client(reconnection=False, handle_sigint=False,
                             websocket_extra_options={'suppress_origin': True})
    client.on('topic', lambda message: inbox.put(('topic', message)))
    # The library handles each packet in a separate thread, which may change their order. Use a single thread instead.
    start, in_order = client.eio.start_background_task, concurrent.futures.ThreadPoolExecutor(1).submit
    client.eio.start_background_task = lambda target, *args: (
        in_order if target == client._handle_eio_message else start)(target, *args)
    return client


class Follower:
    def __init__(self, site, thread_id):
        self.site, self.thread_id, self.topic = site.rstrip('/'), thread_id, f'thread:{thread_id}'
        self.topics = ['site', self.topic]  # `site` sends the authors' names, pictures and roles
        self.rows = {}  # (kind, id) -> row; a removed one stays as its removal
        self.positions = {}  # topic -> where to join it
        self.ended = set()  # topics that have sent all missed changes on this connection
        self.read_at = None  # when to read the thread and join again; None while the positions are valid
        self.ack_by = None  # when to give up on the connection, unless the join is acknowledged
        self.reads, self.connects, self.printed = 0, 0, None

    def show(self):
        gone = self.rows.get(('thread', self.thread_id), {}).get('removed')
        rows = [] if gone else [r for r in self.rows.values() if r['kind'] == 'post' and not r.get('removed')]
        posts = [self.post(row) for row in sorted(rows, key=lambda row: row['order'])]
        line = json.dumps({'reads': self.reads, 'connects': self.connects,
                           'caughtUp': self.topic in self.ended, 'rows': posts})
        if line != self.printed:
            print(line, flush=True)
            self.printed = line

    def post(self, row):
        author = self.rows.get(('member', row['user_id']), row)
        post = {**row, **{key: author[key] for key in ('username', 'avatar_url', 'role')}}
        del post['kind']
        target = post['reply_to'] and self.rows.get(('post', post['reply_to']['id']))
        if target:
            post['reply_to'] = {**post['reply_to'], 'deleted': bool(target.get('removed'))}
        return post

    def read(self):
        url, posts, positions = f'{self.site}/api/forums/posts/{self.thread_id}', [], []
        while url:
            page, headers = get(url)
            posts += page
            positions.append(headers['guildhall-position'])
            link = re.search(r'<([^>]*)>\s*;\s*rel="next"', headers.get('Link', ''))
            url = link and urllib.parse.urljoin(url, link[1])
        position = min(positions)
        # The response contains everything up to the position. Newer member rows are sent again, but may be retained.
        self.rows = {key: row for key, row in self.rows.items() if key[0] == 'member' and row['pos'] > position[9:]}
        for post in posts:
            self.apply({**post, 'kind': 'post'})
        self.positions = dict.fromkeys(self.topics, position)
        self.read_at = None
        self.reads += 1

    def apply(self, row):
        key, pos = (row['kind'], row['id']), row['pos']
        old = self.rows[key]['pos'] if key in self.rows else ''
        if pos > old or not pos.strip('0') or row.get('removed') and pos == old:
            self.rows[key] = row

    def read_again(self, seconds):
        self.read_at = min(self.read_at or math.inf, time.monotonic() + seconds)
        self.ack_by = None
        self.ended.clear()

    def join(self, client, inbox):
        self.ended.clear()
        self.ack_by = time.monotonic() + 30
        requests = [{'topic': topic, 'position': self.positions[topic]} for topic in self.topics]
        try:
            client.emit('join', requests, callback=lambda results: inbox.put(('joined', results)))
        except socketio.exceptions.SocketIOError:
            pass  # Disconnected in the meantime, which follow() detects.

    def receive_topic(self, message):
        if message.get('resync'):
            return self.read_again(0 if message.get('urgent') else random.uniform(0, 3))
        for row in message['rows']:
            self.apply(row)
            if row['kind'] == 'thread' and row.get('removed') and (not row.get('deleted') or message.get('end')):
                self.read_again(30)  # The topic is no longer joined, so this is treated like a refused join.
        if self.read_at is None:
            if message.get('end'):
                self.ended.add(message['topic'])
            if message['topic'] in self.ended and 'position' in message:
                self.positions[message['topic']] = message['position']

    def follow(self, client, inbox):
        if self.read_at is None:
            self.join(client, inbox)
        while client.eio.state == 'connected' or not inbox.empty():
            self.show()
            if self.read_at and time.monotonic() >= self.read_at:
                self.read()
                self.join(client, inbox)
                continue
            if time.monotonic() > (self.ack_by or math.inf):
                return
            try:
                kind, data = inbox.get(timeout=0.1)
            except queue.Empty:
                continue
            if kind == 'topic':
                self.receive_topic(data)
            elif 'refused' in data:
                self.read_again(30)
            else:
                self.ack_by = None

    def run(self):
        self.read()
        self.show()
        failures = 0
        while True:
            inbox = queue.Queue()
            client = new_client(inbox)
            try:
                client.connect(self.site, transports=['websocket'], wait_timeout=10)
                self.connects += 1
                failures = 0
                self.follow(client, inbox)
            except socketio.exceptions.ConnectionError:
                failures += 1
            finally:
                client.disconnect()
            self.ended.clear()
            self.show()
            time.sleep(backoff(failures))


if __name__ == '__main__':
    follower = Follower(sys.argv[1], int(sys.argv[2]))
    try:
        follower.run()
    except urllib.error.HTTPError as reason:
        follower.rows.clear()
        follower.ended.clear()
        follower.show()
        sys.exit(f'Gave up: {reason}')
