"""A client of a database or a message broker in Python: python_service.py LIBRARY HOST PORT CA TOKEN
[--certificate FILE --key FILE].

The token is what the first message over TLS has a place for: a user name, a client's identifier. The
server answers with something else than the library expects, so each of them ends with an error, which
is on standard error.
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
