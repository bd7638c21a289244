"""Clients of PyPI through their own APIs; script/test-real compares the verdicts with the definitions.

The client of a mark is the name of the definition in Clients/.
"""

import queue

import pytest

CASES = ["names/*", "anchors/*", "time/*"]
TIMEOUT = 30


def hatpin(client, **options):
    return pytest.mark.hatpin(*CASES, client=client, **options)


@hatpin("requests", can=["addresses", "redirects", "international-names"])
def test_requests(world):
    requests = pytest.importorskip("requests")
    requests.get(world.url, verify=world.ca, timeout=TIMEOUT)


@hatpin("urllib3", can=["addresses", "redirects"])
def test_urllib3(world):
    urllib3 = pytest.importorskip("urllib3")
    with urllib3.PoolManager(ca_certs=world.ca, retries=False, timeout=TIMEOUT) as pool:
        pool.request("GET", world.url)


@hatpin("httpx", can=["addresses", "redirects", "international-names"])
def test_httpx(world):
    httpx = pytest.importorskip("httpx")
    httpx.get(world.url, verify=world.ssl_context(), timeout=TIMEOUT)


@hatpin("aiohttp", can=["addresses", "redirects"])
@pytest.mark.asyncio
async def test_aiohttp(world):
    aiohttp = pytest.importorskip("aiohttp")
    async with aiohttp.ClientSession() as session:
        async with session.get(world.url, ssl=world.ssl_context()) as answer:
            await answer.read()


@hatpin("pymongo", can=["addresses"], speaks="mongodb")
def test_pymongo(world):
    pymongo = pytest.importorskip("pymongo")
    results = queue.Queue()

    class Heartbeats(pymongo.monitoring.ServerHeartbeatListener):
        def started(self, event):
            pass

        def succeeded(self, event):
            results.put(None)

        def failed(self, event):
            results.put(event.reply)

    # Without the listener the driver would repeat a refused connection until its time is over.
    with pymongo.MongoClient(
            f"mongodb://{authority(world)}/", tls=True, tlsCAFile=world.ca, appname=world.token,
            directConnection=True, event_listeners=[Heartbeats()]):
        if error := results.get(timeout=TIMEOUT):
            raise error


@hatpin("pymysql", can=["addresses"], speaks="mysql")
def test_pymysql(world):
    pymysql = pytest.importorskip("pymysql")
    pymysql.connect(
        host=world.host, port=world.port, user=world.token, password=world.token, ssl_ca=world.ca,
        ssl_verify_cert=True, ssl_verify_identity=True, connect_timeout=TIMEOUT).close()


@hatpin("pika", can=["addresses"], speaks="amqp")
def test_pika(world):
    pika = pytest.importorskip("pika")
    pika.BlockingConnection(pika.ConnectionParameters(
        host=world.host, port=world.port, connection_attempts=1, stack_timeout=TIMEOUT,
        credentials=pika.PlainCredentials(world.token, world.token),
        ssl_options=pika.SSLOptions(world.ssl_context(), world.host))).close()


@hatpin("paho", can=["addresses"], speaks="mqtt")
def test_paho(world):
    mqtt = pytest.importorskip("paho.mqtt.client")
    client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, client_id=world.token)
    client.tls_set(ca_certs=world.ca)
    client.connect(world.host, world.port)
    while not client.is_connected() and client.loop() == mqtt.MQTT_ERR_SUCCESS:
        pass
    client.disconnect()


@hatpin("redis-py", can=["addresses"], speaks="redis")
def test_redis(world):
    redis = pytest.importorskip("redis")
    with redis.Redis(
            host=world.host, port=world.port, username=world.token, password=world.token, ssl=True,
            ssl_ca_certs=world.ca, retry=None) as client:
        client.echo(world.token)


@hatpin("nats-py", can=["addresses"], speaks="nats")
@pytest.mark.asyncio
async def test_nats(world):
    nats = pytest.importorskip("nats")
    client = await nats.connect(
        f"tls://{authority(world)}", user=world.token, password=world.token,
        tls=world.ssl_context(), connect_timeout=TIMEOUT, allow_reconnect=False)
    await client.close()


def authority(world):
    host = f"[{world.host}]" if ":" in world.host else world.host
    return f"{host}:{world.port}"
