"""Tests a TLS client of your own against false certificates, with pytest and `hatpin lab`.

    @pytest.mark.hatpin("names/*", "time/*")
    def test_client(world):
        requests.get(world.url, verify=world.ca)

The function runs your client once, and the server sees whether the client has accepted. While it
runs, the name of the server leads to this machine.
"""

import atexit
import contextlib
import json
import os
import socket
import ssl
import subprocess
import threading
import traceback

import pytest

FORMAT = 1


class LabFailure(Exception):
    """The lab cannot be used, or cannot serve a request; the text is a sentence."""


class Lab:
    """The lab of this process: the one that HATPIN_LAB names, or a child."""

    def __init__(self):
        self.lock, self.child, self.reading, self.writing = threading.Lock(), None, None, None

    def ask(self, **request):
        """Returns the answer to a request, except for an error, which is raised."""
        with self.lock:
            self.writing or self.open()
            try:
                self.writing.write(json.dumps(request).encode() + b"\n")
                self.writing.flush()
                answer = self.read()
            except (OSError, ValueError) as error:
                raise LabFailure(f"the lab has ended ({error})") from None
        if answer["type"] == "error":
            raise LabFailure("; ".join(filter(None, [answer["problem"], answer.get("help")])))
        return answer

    def read(self):
        line = self.reading.readline()
        if not line:
            raise ValueError("it sent no answer")
        return json.loads(line)

    def open(self):
        place, command = os.environ.get("HATPIN_LAB"), os.environ.get("HATPIN", "hatpin")
        try:
            if place:
                self.connect(place)
            else:
                self.child = subprocess.Popen(
                    [command, "lab"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
                self.reading, self.writing = self.child.stdout, self.child.stdin
                atexit.register(self.close)
            greeting = self.read()
        except (OSError, ValueError) as error:
            way = f"start it: hatpin lab --socket {place}" if place else "set HATPIN to its path"
            raise LabFailure(f"no lab at '{place or command}': {error}; {way}") from None
        if greeting.get("format") != FORMAT:
            raise LabFailure(f"{greeting.get('tool')} has format {greeting.get('format')} of labs, "
                             f"and this plugin has {FORMAT}: install the same version of both")

    def connect(self, place):
        if place.startswith("tcp://"):
            host, _, port = place[len("tcp://"):].rpartition(":")
            connection = socket.create_connection((host.strip("[]"), int(port)))
        else:
            connection = socket.socket(socket.AF_UNIX)
            connection.connect(place)
        self.reading, self.writing = connection.makefile("rb"), connection.makefile("wb")

    def close(self):
        with contextlib.suppress(OSError):
            self.child.communicate()  # The child ends with its standard input.


lab = Lab()


class World:
    """The setup of a case. Its attributes are the members of the lab's answer."""

    def __init__(self, setup):
        self.__dict__.update({name.replace("-", "_"): value for name, value in setup.items()})
        self.options, self.pins = setup.get("options", []), setup.get("pins")

    client_certificate = client_key = crls = starttls = pinned_certificates = None

    def ssl_context(self):
        """Returns a context of Python's ssl module with the trust anchors and the client's key."""
        context = ssl.create_default_context(cafile=self.ca)
        if self.client_certificate:
            context.load_cert_chain(self.client_certificate, self.client_key)
        return context

    @contextlib.contextmanager
    def resolving(self):
        """Leads the server's name to its address, for all that asks Python's socket module."""
        usual = socket.getaddrinfo

        def getaddrinfo(host, *arguments, **options):
            name = host.decode() if isinstance(host, bytes) else host
            is_ours = name is not None and name.lower().rstrip(".") == self.host.lower().rstrip(".")
            return usual(self.address if is_ours else host, *arguments, **options)

        socket.getaddrinfo = getaddrinfo
        try:
            yield
        finally:
            socket.getaddrinfo = usual


class Case:
    """A case that a test function runs with, and the options of its mark."""

    def __init__(self, case, options):
        self.request = dict(options, case=case)


def pytest_configure(config):
    config.addinivalue_line("markers", "hatpin(*selectors, can=[], speaks=None, witness=None, "
                            "client=None): runs the test with each case of Hatpin that matches")


def pytest_generate_tests(metafunc):
    mark = metafunc.definition.get_closest_marker("hatpin")
    if mark is None:
        return
    options = {name: value for name, value in mark.kwargs.items() if value is not None}
    options.setdefault("client", metafunc.definition.nodeid)
    cases = {}
    try:
        for selector in mark.args:
            answer = lab.ask(**dict(options, cases=selector))
            for found in answer["cases"]:
                cases[found["case"]] = pytest.param(Case(found["case"], options), id=found["case"])
            for left in answer["excluded"]:
                skip = pytest.mark.skip(reason=left["reason"])
                cases[left["case"]] = pytest.param(None, id=left["case"], marks=skip)
    except LabFailure as failure:
        raise pytest.Collector.CollectError(f"hatpin: {failure}") from None
    metafunc.parametrize("world", cases.values())


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    case, function = pyfuncitem.funcargs.get("world"), pyfuncitem.obj
    if isinstance(case, Case):
        judge(case, pyfuncitem)
        # The function has run, so the rest of pytest runs another in its place.
        pyfuncitem.obj = lambda **arguments: None
    try:
        yield
    finally:
        pyfuncitem.obj = function


def judge(case, item):
    """Runs a test function with a case, and with the control if the lab asks for it."""
    error, answer, problem = None, None, None
    try:
        answer = lab.ask(**case.request)
        while answer["type"] == "setup":
            item.funcargs["world"] = world = World(answer)
            error = run(item, world)
            says = {"says": f"{type(error).__name__}: {error}"} if error else {"accepted": True}
            answer = lab.ask(verdict=world.id, **says)
        if not answer["passed"]:
            problem = f"{answer['sentence']}\n{answer.get('command', '')}"
    except LabFailure as failure:
        problem = f"hatpin: {failure}"
        if error:
            problem += "\n" + "".join(traceback.format_exception(error, limit=-1))
    if problem:
        pytest.fail(problem, pytrace=False)
    if error and answer["verdict"] == "accept":
        raise error  # The client has accepted as it must, so this is about something else.


def run(item, world):
    """Returns the exception of one run of a test function; None if it returns."""
    try:
        with world.resolving():
            item.ihook.pytest_pyfunc_call(pyfuncitem=item)
    except Exception as error:
        # Sockets in its variables would keep their connections open.
        traceback.clear_frames(error.__traceback__)
        return error
    return None
