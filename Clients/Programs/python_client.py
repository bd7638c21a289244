"""A client on one of Python's libraries: python_client.py LIBRARY URL CA [--pins P,…]
[--certificate FILE --key FILE].

Exits with 0 after an answer of status 200, with 2 if its command line is wrong, and else with 1 and
the library's error text on standard error. `python_worker.py` runs many cases with the same
functions. Each function creates a new client, so no pool or session outlives a request, and returns
the status.
"""

import argparse
import asyncio
import datetime
import os
import pathlib
import ssl
import sys
from urllib.parse import urlsplit

# Hatpin sets the deadline: a client that gives up first looks like a refusal.
TIMEOUT = 3600


def context(case):
    made = ssl.create_default_context(cafile=case.ca)
    if case.certificate:
        made.load_cert_chain(case.certificate, case.key)
    return made


def by_urllib(case):
    from urllib.request import HTTPSHandler, build_opener

    opener = build_opener(HTTPSHandler(context=context(case)))
    with opener.open(case.url, timeout=TIMEOUT) as answer:
        return answer.status


def by_http_client(case):
    from http.client import HTTPSConnection

    parts = urlsplit(case.url)
    connection = HTTPSConnection(
        parts.hostname, parts.port, timeout=TIMEOUT, context=context(case)
    )
    connection.request("GET", parts.path)
    return connection.getresponse().status


def by_asyncio(case):
    async def get():
        parts = urlsplit(case.url)
        reader, writer = await asyncio.open_connection(
            parts.hostname, parts.port, ssl=context(case)
        )
        writer.write(
            f"GET {parts.path} HTTP/1.1\r\nHost: {parts.netloc}\r\nConnection: close\r\n\r\n".encode()
        )
        line = await reader.readline()
        writer.close()
        return int(line.split()[1])

    return asyncio.run(asyncio.wait_for(get(), TIMEOUT))


def certificate_and_key(case):
    return (case.certificate, case.key) if case.certificate else None


def by_requests(case):
    import requests

    with requests.Session() as session:
        # As the documentation of Requests and FingerprintAdapter of its toolbelt do. An adapter
        # compares one pin; the first pin of each host counts.
        for host, pin in reversed([pin.split("=") for pin in case.pins]):
            adapter = requests.adapters.HTTPAdapter()
            adapter.init_poolmanager(10, 10, assert_fingerprint=pin)
            session.mount(f"https://{host}", adapter)
        return session.get(
            case.url, verify=case.ca, cert=certificate_and_key(case), timeout=TIMEOUT
        ).status_code


def by_niquests(case):
    import niquests

    with niquests.Session() as session:
        return session.get(
            case.url, verify=case.ca, cert=certificate_and_key(case), timeout=TIMEOUT
        ).status_code


def by_httpie(case):
    import io

    from httpie.context import Environment
    from httpie.core import main as http

    options = ["--ignore-stdin", "--check-status", "--follow"]
    options += [f"--timeout={TIMEOUT}", f"--verify={case.ca}"]
    if case.certificate:
        options += [f"--cert={case.certificate}", f"--cert-key={case.key}"]
    faults = io.StringIO()
    with open(os.devnull, "w") as answer:
        environment = Environment(stdin=None, stdout=answer, stderr=faults)
        end = http(["http", *options, case.url], environment)
    if end:
        raise RuntimeError(faults.getvalue() or f"exit {end}")
    return 200


def by_pip(case):
    import contextlib
    import io
    import tempfile

    from pip._internal.cli.main import main as pip

    options = ["--isolated", "--disable-pip-version-check", "--no-cache-dir", "--retries", "0"]
    options += ["--timeout", f"{TIMEOUT}", "--cert", case.ca, "--index-url", case.url]
    words = io.StringIO()
    redirect_output = contextlib.redirect_stdout(words)
    redirect_errors = contextlib.redirect_stderr(words)
    with tempfile.TemporaryDirectory() as home, redirect_output, redirect_errors:
        end = pip(["download", *options, "--no-deps", "--dest", home, "hatpin"])
    if end:
        raise RuntimeError(words.getvalue())
    return 200


def by_urllib3(case):
    import urllib3

    settings = {}
    if case.certificate:
        settings = {"cert_file": case.certificate, "key_file": case.key}
    pins = case.pins or [None]
    # Redirects are followed, and nothing else is tried again.
    once = urllib3.Retry(connect=0, read=0, status=0, other=0)
    with urllib3.PoolManager(
        ca_certs=case.ca, retries=once, timeout=TIMEOUT, assert_fingerprint=pins[0], **settings
    ) as pool:
        return pool.request("GET", case.url).status


def by_httpx(case):
    import httpx

    with httpx.Client(verify=context(case), timeout=TIMEOUT, follow_redirects=True) as client:
        return client.get(case.url).status_code


def by_httpcore(case):
    import httpcore

    with httpcore.ConnectionPool(ssl_context=context(case)) as pool:
        return pool.request("GET", case.url).status


def by_httplib2(case):
    import httplib2

    client = httplib2.Http(ca_certs=case.ca, timeout=TIMEOUT)
    if case.certificate:
        client.add_certificate(case.key, case.certificate, "")
    return client.request(case.url)[0].status


def by_aiohttp(case):
    import aiohttp

    async def get():
        pins = [aiohttp.Fingerprint(bytes.fromhex(pin)) for pin in case.pins]
        check = pins[0] if pins else context(case)
        async with aiohttp.ClientSession() as session:
            async with session.get(case.url, ssl=check) as answer:
                return answer.status

    return asyncio.run(asyncio.wait_for(get(), TIMEOUT))


def by_tornado(case):
    from tornado.simple_httpclient import SimpleAsyncHTTPClient

    async def get():
        client = SimpleAsyncHTTPClient(force_instance=True)
        answer = await client.fetch(
            case.url,
            ca_certs=case.ca,
            client_cert=case.certificate,
            client_key=case.key,
            request_timeout=TIMEOUT,
        )
        return answer.code

    return asyncio.run(get())


def by_pycurl(case):
    import pycurl

    curl = pycurl.Curl()
    curl.setopt(pycurl.URL, case.url)
    curl.setopt(pycurl.CAINFO, case.ca)
    curl.setopt(pycurl.TIMEOUT, TIMEOUT)
    curl.setopt(pycurl.WRITEFUNCTION, lambda body: None)
    if case.certificate:
        curl.setopt(pycurl.SSLCERT, case.certificate)
        curl.setopt(pycurl.SSLKEY, case.key)
    if case.pins:
        curl.setopt(pycurl.PINNEDPUBLICKEY, ";".join("sha256//" + pin for pin in case.pins))
    curl.perform()
    return curl.getinfo(pycurl.RESPONSE_CODE)


def by_curl_cffi(case):
    from curl_cffi import requests

    with requests.Session() as session:
        return session.get(
            case.url, verify=case.ca, cert=certificate_and_key(case), timeout=TIMEOUT
        ).status_code


def by_treq(case):
    from threading import Thread

    from treq.client import HTTPClient
    from twisted.internet import reactor
    from twisted.internet import ssl as twisted_ssl
    from twisted.internet.defer import ensureDeferred
    from twisted.internet.threads import blockingCallFromThread
    from twisted.web.client import Agent, BrowserLikePolicyForHTTPS, ResponseFailed

    async def get():
        with open(case.ca, "rb") as file:
            roots = twisted_ssl.trustRootFromCertificates(
                [twisted_ssl.Certificate.loadPEM(pem) for pem in certificates(file.read())]
            )
        agent = Agent(reactor, BrowserLikePolicyForHTTPS(roots), connectTimeout=TIMEOUT)
        try:
            answer = await HTTPClient(agent).get(case.url, timeout=TIMEOUT)
            await answer.content().addTimeout(TIMEOUT, reactor)  # this closes its connection
        except ResponseFailed as fault:
            raise RuntimeError("; ".join(str(reason.value) for reason in fault.reasons))
        return answer.code

    if not reactor.running:  # it can start only once per process
        Thread(target=reactor.run, args=(False,), daemon=True).start()
    return blockingCallFromThread(reactor, lambda: ensureDeferred(get()))


def certificates(pem):
    """Returns the certificates of a PEM file, one by one."""
    end = b"-----END CERTIFICATE-----"
    return [part.strip() + b"\n" + end + b"\n" for part in pem.split(end)[:-1]]


def by_pyopenssl(case):
    import socket

    from OpenSSL import SSL
    from service_identity.pyopenssl import verify_hostname, verify_ip_address

    parts = urlsplit(case.url)
    settings = SSL.Context(SSL.TLS_CLIENT_METHOD)
    settings.load_verify_locations(case.ca)
    settings.set_verify(SSL.VERIFY_PEER, lambda *verdict: bool(verdict[-1]))
    if case.certificate:
        settings.use_certificate_chain_file(case.certificate)
        settings.use_privatekey_file(case.key)
    with socket.create_connection((parts.hostname, parts.port)) as plain:
        connection = SSL.Connection(settings, plain)
        literal = is_address(parts.hostname)
        if not literal:
            connection.set_tlsext_host_name(parts.hostname.encode())
        connection.set_connect_state()
        connection.do_handshake()
        (verify_ip_address if literal else verify_hostname)(connection, parts.hostname)
        connection.sendall(f"GET {parts.path} HTTP/1.0\r\nHost: {parts.netloc}\r\n\r\n".encode())
        return int(connection.recv(4096).split()[1])


def is_address(host):
    import ipaddress

    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def by_websockets(case):
    import websockets.exceptions
    from websockets.sync.client import connect

    try:
        with connect(
            case.url.replace("https:", "wss:", 1), ssl=context(case), open_timeout=TIMEOUT
        ):
            return 101
    except websockets.exceptions.InvalidStatus as fault:
        return fault.response.status_code


def by_websocket_client(case):
    import websocket

    settings = {"ca_certs": case.ca}
    if case.certificate:
        settings |= {"certfile": case.certificate, "keyfile": case.key}
    try:
        websocket.create_connection(
            case.url.replace("https:", "wss:", 1), timeout=TIMEOUT, sslopt=settings
        ).close()
        return 101
    except websocket.WebSocketBadStatusException as fault:
        return fault.status_code


def by_geventhttpclient(case):
    from geventhttpclient import HTTPClient

    client = HTTPClient.from_url(
        case.url, ssl_options={"ca_certs": case.ca}, network_timeout=TIMEOUT
    )
    return client.get(urlsplit(case.url).path).status_code


def by_qt(case):
    from PySide6.QtCore import QCoreApplication, QUrl
    from PySide6.QtNetwork import (
        QNetworkAccessManager,
        QNetworkRequest,
        QSslCertificate,
        QSslConfiguration,
    )

    application = QCoreApplication.instance() or QCoreApplication([])
    settings = QSslConfiguration.defaultConfiguration()
    settings.setCaCertificates(QSslCertificate.fromPath(case.ca))
    request = QNetworkRequest(QUrl(case.url))
    request.setSslConfiguration(settings)
    request.setTransferTimeout(TIMEOUT * 1000)
    client = QNetworkAccessManager()
    answer = client.get(request)
    faults = []
    answer.sslErrors.connect(lambda found: faults.extend(fault.errorString() for fault in found))
    answer.finished.connect(application.quit)
    application.exec()
    status = answer.attribute(QNetworkRequest.Attribute.HttpStatusCodeAttribute)
    if status is None:
        raise RuntimeError("\n".join([answer.errorString(), *faults]))
    return status


def by_primp(case):
    import primp

    return primp.Client(ca_cert_file=case.ca, timeout=TIMEOUT).get(case.url).status_code


def by_impit(case):
    import impit

    os.environ["SSL_CERT_FILE"] = case.ca  # it has no option for trust anchors
    return impit.Client(timeout=TIMEOUT).get(case.url).status_code


def by_rnet(case):
    import rnet

    client = rnet.BlockingClient(verify=pathlib.Path(case.ca), timeout=TIMEOUT)
    return client.get(case.url).status


def by_wreq(case):
    from wreq.blocking import Client
    from wreq.tls import CertStore

    with open(case.ca, "rb") as file:
        store = CertStore.from_pem_stack(file.read())
    client = Client(tls_verify=store, timeout=datetime.timedelta(seconds=TIMEOUT))
    return client.get(case.url).status.as_int()


def by_pyreqwest(case):
    from pyreqwest.client import SyncClientBuilder

    builder = SyncClientBuilder().timeout(datetime.timedelta(seconds=TIMEOUT))
    with open(case.ca, "rb") as file:
        for pem in certificates(file.read()):
            builder = builder.add_root_certificate_pem(pem)
    with builder.build() as client:
        return client.get(case.url).build().send().status


def by_boto3(case):
    import boto3
    from botocore.config import Config

    once = {"total_max_attempts": 1}
    settings = Config(
        retries=once, s3={"addressing_style": "path"}, client_cert=certificate_and_key(case)
    )
    client = boto3.client(
        "s3",
        region_name="us-east-1",
        endpoint_url=case.url.rsplit("/", 1)[0],
        verify=case.ca,
        aws_access_key_id="hatpin",
        aws_secret_access_key="hatpin",
        config=settings,
    )
    answer = client.get_object(Bucket="hatpin", Key=urlsplit(case.url).path[1:])
    return answer["ResponseMetadata"]["HTTPStatusCode"]


def by_elasticsearch(case):
    from elasticsearch import Elasticsearch, UnsupportedProductError

    base, path = case.url.rsplit("/", 1)
    with Elasticsearch(base, ca_certs=case.ca, max_retries=0, request_timeout=TIMEOUT) as client:
        try:
            return client.perform_request("GET", f"/{path}").meta.status
        except UnsupportedProductError:  # the server answered, and is not Elasticsearch
            return 200


def by_opensearch(case):
    from opensearchpy import OpenSearch

    base, path = case.url.rsplit("/", 1)
    client = OpenSearch(base, ca_certs=case.ca, max_retries=0, timeout=TIMEOUT)
    try:
        client.transport.perform_request("GET", f"/{path}")
    finally:
        client.close()
    return 200


def by_hvac(case):
    import hvac

    base, path = case.url.rsplit("/", 1)
    client = hvac.Client(base, token="hatpin", verify=case.ca, timeout=TIMEOUT)
    return client.adapter.request("get", path).status_code


def by_kubernetes(case):
    from kubernetes import client

    settings = client.Configuration(host=case.url.rsplit("/", 1)[0])
    settings.ssl_ca_cert = case.ca
    settings.cert_file, settings.key_file = case.certificate, case.key
    settings.retries = False
    with client.ApiClient(settings) as connection:
        namespaces = client.CoreV1Api(connection)
        return namespaces.read_namespace(urlsplit(case.url).path[1:], _preload_content=False).status


def by_influxdb(case):
    from influxdb_client import InfluxDBClient

    base, token = case.url.rsplit("/", 1)
    with InfluxDBClient(
        base, token=token, org=token, ssl_ca_cert=case.ca, timeout=TIMEOUT * 1000
    ) as client:
        client.buckets_api().find_buckets(name=token)
    return 200


def by_minio(case):
    import urllib3
    from minio import Minio

    parts = urlsplit(case.url)
    pools = urllib3.PoolManager(ca_certs=case.ca, retries=False, timeout=TIMEOUT)
    client = Minio(parts.netloc, "hatpin", "hatpinhatpin", region="us-east-1", http_client=pools)
    return 200 if client.bucket_exists(parts.path[1:]) else 404


def by_pulsar(case):
    return by_pulsar_default(case, tls_validate_hostname=True)


def by_pulsar_default(case, **settings):
    """Logs in with the token. Hatpin answers no Pulsar, so this ends with an error in any case."""
    import pulsar

    parts = urlsplit(case.url)
    client = pulsar.Client(
        f"pulsar+ssl://{parts.netloc}",
        authentication=pulsar.AuthenticationToken(parts.path[1:]),
        tls_trust_certs_file_path=case.ca,
        operation_timeout_seconds=TIMEOUT,
        **settings,
    )
    client.create_producer("hatpin")
    return 200


def by_ldap(case):
    """Binds as the user "cn=TOKEN". The URL is ldaps://HOST:PORT/TOKEN, or ldap: for StartTLS."""
    import ldap

    parts = urlsplit(case.url)
    ldap.set_option(ldap.OPT_DEBUG_LEVEL, 1)  # its errors do not say why it refuses a server
    client = ldap.initialize(f"{parts.scheme}://{parts.netloc}")
    client.set_option(ldap.OPT_X_TLS_CACERTFILE, case.ca)
    client.set_option(ldap.OPT_X_TLS_NEWCTX, 0)
    if parts.scheme == "ldap":
        client.start_tls_s()
    token = parts.path[1:]
    client.simple_bind_s(f"cn={token}", token)
    return 200


def by_ldap3(case):
    return by_ldap3_default(case, validate=ssl.CERT_REQUIRED)


def by_ldap3_default(case, **settings):
    """Binds as the user "cn=TOKEN". The URL is ldaps://HOST:PORT/TOKEN, or ldap: for StartTLS."""
    import ldap3

    parts = urlsplit(case.url)
    token = parts.path[1:]
    is_secure = parts.scheme == "ldaps"
    server = ldap3.Server(
        parts.hostname,
        parts.port,
        use_ssl=is_secure,
        get_info=ldap3.NONE,
        tls=ldap3.Tls(ca_certs_file=case.ca, **settings),
    )
    client = ldap3.Connection(server, f"cn={token}", token, raise_exceptions=True)
    if not is_secure:
        client.start_tls()
    client.bind()
    return 200


def by_aiosmtplib(case):
    """Sends mail from TOKEN. The URL is smtps://HOST:PORT/TOKEN, or smtp: for STARTTLS."""
    import aiosmtplib

    parts = urlsplit(case.url)

    async def send():
        is_secure = parts.scheme == "smtps"
        client = aiosmtplib.SMTP(
            hostname=parts.hostname,
            port=parts.port,
            use_tls=is_secure,
            start_tls=not is_secure,
            cert_bundle=case.ca,
            timeout=TIMEOUT,
        )
        async with client:
            await client.mail(f"{parts.path[1:]}@example.test")

    asyncio.run(send())
    return 200


def by_aioimaplib(case):
    """Logs in as TOKEN. The URL is imaps://HOST:PORT/TOKEN."""
    import aioimaplib

    parts = urlsplit(case.url)

    async def log_in():
        client = aioimaplib.IMAP4_SSL(
            host=parts.hostname, port=parts.port, timeout=TIMEOUT, ssl_context=context(case)
        )
        await client.wait_hello_from_server()
        await client.login(parts.path[1:], parts.path[1:])

    asyncio.run(log_in())
    return 200


def by_dnspython(case):
    """Asks for TOKEN.test by DNS over TLS."""
    import socket

    import dns.message
    import dns.query

    parts = urlsplit(case.url)
    dns.query.tls(
        dns.message.make_query(f"{parts.path[1:]}.test", "A"),
        socket.getaddrinfo(parts.hostname, parts.port)[0][4][0],
        port=parts.port,
        server_hostname=parts.hostname,
        verify=case.ca,
        timeout=TIMEOUT,
    )
    return 200


def by_dnspython_https(case):
    """Asks for TOKEN.test by DNS over HTTPS."""
    import socket

    import dns.message
    import dns.query

    parts = urlsplit(case.url)
    dns.query.https(
        dns.message.make_query(f"{parts.path[1:]}.test", "A"),
        f"https://{parts.netloc}/dns-query",
        bootstrap_address=socket.getaddrinfo(parts.hostname, parts.port)[0][4][0],
        http_version=dns.query.HTTPVersion.HTTP_2,
        verify=case.ca,
        timeout=TIMEOUT,
    )
    return 200


LIBRARIES = {
    name[len("by_") :].replace("_", "-"): function
    for name, function in list(globals().items())
    if name.startswith("by_")
}


def reason(fault):
    """Returns the texts of an error and of all its causes."""
    words = []
    while fault is not None:
        words.append(f"{type(fault).__name__}: {fault}")
        fault = fault.__cause__ or fault.__context__
    return "\n".join(words)


def main():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("library", choices=LIBRARIES)
    parser.add_argument("url")
    parser.add_argument("ca")
    parser.add_argument("--pins", type=lambda text: text.split(","), default=[])
    parser.add_argument("--certificate")
    parser.add_argument("--key")
    case = parser.parse_args()
    try:
        status = LIBRARIES[case.library](case)
    except Exception as fault:
        sys.exit(reason(fault))
    sys.exit(0 if status in (101, 200) else f"status {status}")


if __name__ == "__main__":
    main()
