"""A client of a database, a message broker or a chat server in Python: python_service.py LIBRARY HOST
PORT CA TOKEN [--certificate FILE --key FILE].

The token is what the first message over TLS has a place for: a user name, a client's identifier. The
error text of the library is on standard error.
"""

import argparse
import asyncio
import ssl
import sys

# In seconds. Hatpin sets the deadline: a client that gives up first looks like a refusal.
PATIENCE = 3600


def context(case):
    made = ssl.create_default_context(cafile=case.ca)
    if case.certificate:
        made.load_cert_chain(case.certificate, case.key)
    return made


def by_paho(case):
    import paho.mqtt.client as mqtt

    client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, client_id=case.token)
    client.tls_set(ca_certs=case.ca, certfile=case.certificate, keyfile=case.key)
    client.connect_timeout = PATIENCE
    client.connect(case.host, case.port)
    while (status := client.loop()) == mqtt.MQTT_ERR_SUCCESS:
        pass
    raise RuntimeError(mqtt.error_string(status))


def by_pymongo(case):
    import os

    from pymongo import MongoClient
    from pymongo.monitoring import ServerHeartbeatListener

    class FirstHeartbeat(ServerHeartbeatListener):
        """Ends the process with the first error, after which the driver would try again."""

        def started(self, event):
            pass

        def succeeded(self, event):
            pass

        def failed(self, event):
            print(f"{type(event.reply).__name__}: {event.reply}", file=sys.stderr, flush=True)
            os._exit(1)

    client = MongoClient(
        f"mongodb://{authority(case)}/",
        tls=True,
        tlsCAFile=case.ca,
        appname=case.token,
        directConnection=True,
        connectTimeoutMS=PATIENCE * 1000,
        serverSelectionTimeoutMS=PATIENCE * 1000,
        event_listeners=[FirstHeartbeat()],
    )
    client.admin.command("ping")


def by_pymysql(case):
    import pymysql

    pymysql.connect(**mysql_login(case), ssl_verify_cert=True, ssl_verify_identity=True)


def by_pymysql_default(case):
    import pymysql

    pymysql.connect(**mysql_login(case))


def mysql_login(case):
    return {
        "host": case.host,
        "port": case.port,
        "user": case.token,
        "password": case.token,
        "ssl_ca": case.ca,
        "connect_timeout": PATIENCE,
    }


def by_mysql_connector(case):
    import mysql.connector

    mysql.connector.connect(
        **mysql_connector_login(case), ssl_verify_cert=True, ssl_verify_identity=True
    )


def by_mysql_connector_default(case):
    import mysql.connector

    mysql.connector.connect(**mysql_connector_login(case))


def mysql_connector_login(case):
    login = mysql_login(case)
    login["connection_timeout"] = login.pop("connect_timeout")
    return login | {"use_pure": True}


def by_aiomysql(case):
    import aiomysql

    async def log_in():
        await aiomysql.connect(
            host=case.host,
            port=case.port,
            user=case.token,
            password=case.token,
            ssl=context(case),
            connect_timeout=PATIENCE,
        )

    asyncio.run(log_in())


def by_psycopg(case):
    import psycopg

    psycopg.connect(
        host=case.host,
        port=case.port,
        user=case.token,
        password=case.token,
        dbname=case.token,
        sslmode="verify-full",
        sslrootcert=case.ca,
        gssencmode="disable",
        connect_timeout=PATIENCE,
    )


def by_asyncpg(case):
    import asyncpg

    async def log_in():
        await asyncpg.connect(
            host=case.host,
            port=case.port,
            user=case.token,
            password=case.token,
            database=case.token,
            ssl=context(case),
            timeout=PATIENCE,
        )

    asyncio.run(log_in())


def by_pg8000(case):
    import pg8000.dbapi

    pg8000.dbapi.connect(
        host=case.host,
        port=case.port,
        user=case.token,
        password=case.token,
        ssl_context=context(case),
        timeout=PATIENCE,
    )


def by_redis(case):
    import redis
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    client = redis.Redis(
        host=case.host,
        port=case.port,
        username=case.token,
        password=case.token,
        ssl=True,
        ssl_ca_certs=case.ca,
        ssl_certfile=case.certificate,
        ssl_keyfile=case.key,
        retry=Retry(NoBackoff(), 0),
    )
    client.echo(case.token)


def by_pika(case):
    import pika

    pika.BlockingConnection(
        pika.ConnectionParameters(
            host=case.host,
            port=case.port,
            credentials=pika.PlainCredentials(case.token, case.token),
            ssl_options=pika.SSLOptions(context(case), case.host),
            connection_attempts=1,
            socket_timeout=PATIENCE,
            stack_timeout=PATIENCE,
        )
    )


def by_nats(case):
    import os

    import nats

    async def end(error):
        """Ends the process with the first error, after which the client may try again."""
        print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
        os._exit(1)

    async def log_in():
        await nats.connect(
            f"tls://{authority(case)}",
            user=case.token,
            password=case.token,
            tls=context(case),
            connect_timeout=PATIENCE,
            allow_reconnect=False,
            error_cb=end,
        )

    asyncio.run(log_in())


def by_slixmpp(case):
    import os

    import slixmpp

    def end(error):
        """Ends the process with the first error, after which the client would try again."""
        print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
        os._exit(1)

    async def log_in():
        client = slixmpp.ClientXMPP(f"{case.token}@{case.host}", case.token)
        client.ca_certs = case.ca
        client.enable_direct_tls = False
        # A file without anchors is an error here; in the client's task nobody would see it.
        client.get_ssl_context()
        for event in ("ssl_invalid_chain", "connection_failed", "disconnected"):
            client.add_event_handler(event, end)
        client.connect(case.host, case.port)
        await asyncio.sleep(PATIENCE)

    asyncio.run(log_in())


def by_pymssql(case):
    import pymssql

    # The configuration of FreeTDS has the trust anchors and the encryption.
    pymssql.connect(
        server=case.host,
        port=str(case.port),
        user=case.token,
        password=case.token,
        login_timeout=PATIENCE,
    )


def by_pytds(case):
    import pytds

    pytds.connect(
        dsn=case.host,
        port=int(case.port),
        user=case.token,
        password=case.token,
        cafile=case.ca,
        login_timeout=PATIENCE,
    )


def by_proton(case):
    from proton.handlers import MessagingHandler
    from proton.reactor import Container

    class Login(MessagingHandler):
        """Logs in, and ends with the first error, after which the library would try again."""

        def on_start(self, event):
            event.container.ssl.client.set_trusted_ca_db(case.ca)
            event.container.connect(
                f"amqps://{authority(case)}",
                user=case.token,
                password=case.token,
                allowed_mechs="PLAIN",
                reconnect=False,
            )

        def on_transport_error(self, event):
            raise RuntimeError(event.transport.condition.description)

    Container(Login()).run()


def by_grpc(case):
    import grpc

    def content(path):
        if not path:
            return None
        with open(path, "rb") as file:
            return file.read()

    credentials = grpc.ssl_channel_credentials(
        content(case.ca), content(case.key), content(case.certificate)
    )
    with grpc.secure_channel(authority(case), credentials) as channel:
        # Without serializers, a message is bytes.
        channel.unary_unary("/hatpin.Probe/Ask")(case.token.encode(), timeout=PATIENCE)


def authority(case):
    return f"[{case.host}]:{case.port}" if ":" in case.host else f"{case.host}:{case.port}"


LIBRARIES = {
    name[len("by_") :].replace("_", "-"): function
    for name, function in list(globals().items())
    if name.startswith("by_")
}


def main():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("library", choices=LIBRARIES)
    parser.add_argument("host")
    parser.add_argument("port", type=int)
    parser.add_argument("ca")
    parser.add_argument("token")
    parser.add_argument("--certificate")
    parser.add_argument("--key")
    case = parser.parse_args()
    try:
        LIBRARIES[case.library](case)
    except Exception as fault:
        sys.exit(f"{type(fault).__name__}: {fault}")


if __name__ == "__main__":
    main()
