"""Tests a TLS client of your own against false certificates, with pytest and `hatpin lab`.

    @pytest.mark.hatpin("names/*", "time/*")
    def test_client(world):
        requests.get(world.url, verify=world.ca)

The function runs your client once. The server sees whether the client accepts it.
"""

import atexit
import contextlib
import json
import os
import shutil
import site
import socket
import ssl
import subprocess
import sysconfig
import threading
import traceback

import pytest

FORMAT = 1
PATIENCE = 10  # seconds that a lab at a socket may take to connect and to greet
# pip installs the command in a folder of this Python or of the user, which may not be on the PATH.
FOLDERS = [sysconfig.get_path("scripts"), os.environ.get("PATH", os.defpath),
           os.path.join(site.getuserbase(), "bin")]
COMMAND = shutil.which("hatpin", path=os.pathsep.join(FOLDERS)) or "hatpin"

# What ends a test function without a decision of the client.
ENDS = (pytest.skip.Exception, pytest.fail.Exception, pytest.exit.Exception, KeyboardInterrupt)


class LabFailure(pytest.Collector.CollectError):
    """The lab cannot be used, or cannot serve a request; the text is a sentence."""


class Lab:
    """The lab of this process: the one that HATPIN_LAB names, or a child."""

    lock, child, reading, writing = threading.Lock(), None, None, None

    def ask(self, **request):
        """Returns the answer to a request, except for an error, which is raised."""
        with self.lock:
            self.writing or self.open()
            try:
                self.writing.write(json.dumps(request).encode() + b"\n")
                self.writing.flush()
                answer = self.read()
            except BaseException as error:
                self.close(kill=True)  # Or the next request would get the answer to this one.
                if isinstance(error, (OSError, ValueError)):
                    raise LabFailure(f"hatpin: the lab has ended ({error})") from None
                raise
        if answer["type"] == "error":
            raise LabFailure(f"hatpin: {answer['problem']}; {answer.get('help', '')}".rstrip("; "))
        return answer

    def read(self):
        line = self.reading.readline()
        answer = json.loads(line) if line else None
        if not isinstance(answer, dict) or "type" not in answer:
            raise ValueError("it sent no answer")
        return answer

    def open(self):
        place, command = os.environ.get("HATPIN_LAB"), os.environ.get("HATPIN") or COMMAND
        connection = None
        try:
            if place:
                connection = self.connect(place)
            else:
                self.child = subprocess.Popen(
                    [command, "lab"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
                self.reading, self.writing = self.child.stdout, self.child.stdin
                atexit.register(self.close)
            greeting = self.read()
        except (OSError, ValueError) as error:
            self.close(kill=True)
            way = ("start hatpin lab with --socket or --listen (tcp://HOST:PORT)" if place
                   else "set HATPIN to hatpin's path, or see its message")
            raise LabFailure(f"hatpin: no lab at '{place or command}': {error}; {way}") from None
        if greeting.get("format") != FORMAT:
            self.close(kill=True)
            raise LabFailure(f"hatpin: {greeting.get('tool')} has format {greeting.get('format')} "
                             f"of labs, and this plugin has {FORMAT}: install the same version of both")
        if connection:
            connection.settimeout(None)

    def connect(self, place):
        if place.startswith("tcp://"):
            host, _, port = place[len("tcp://"):].rpartition(":")
            connection = socket.create_connection((host.strip("[]"), int(port)), PATIENCE)
        else:
            connection = socket.socket(socket.AF_UNIX)
            connection.settimeout(PATIENCE)
            connection.connect(place)
        self.reading, self.writing = connection.makefile("rb"), connection.makefile("wb")
        return connection

    def close(self, kill=False):
        child, self.child, self.reading, self.writing = self.child, None, None, None
        if child and kill:
            child.kill()
        with contextlib.suppress(OSError):
            child and child.communicate()  # The child ends with its standard input.


lab = Lab()


class World:
    """The setup of a case. Its attributes are the members of the lab's answer."""

    def __init__(self, setup):
        self.__dict__.update({name.replace("-", "_"): value for name, value in setup.items()})

    options = ()
    client_certificate = client_key = crls = starttls = pinned_certificates = pins = domain = None

    def ssl_context(self):
        """Returns a context of Python's ssl module with the trust anchors and the client's key."""
        context = ssl.create_default_context(cafile=self.ca)
        if self.client_certificate:
            context.load_cert_chain(self.client_certificate, self.client_key)
        return context

    @contextlib.contextmanager
    def resolving(self):
        """Makes socket.getaddrinfo resolve the server's name to its address."""
        usual = socket.getaddrinfo

        def getaddrinfo(host, *arguments, **options):
            name = host.decode() if isinstance(host, bytes) else host
            is_ours = name and a_labels(name) in map(a_labels, self.hosts.split())
            return usual(self.address if is_ours else host, *arguments, **options)

        socket.getaddrinfo = getaddrinfo
        try:
            yield
        finally:
            socket.getaddrinfo = usual


def a_labels(name):
    """Returns the ASCII form of a name; some clients convert a name before they resolve it."""
    try:
        name = name.encode("idna").decode()
    except UnicodeError:
        pass  # Such a name has no ASCII form, for example because a label is empty.
    return name.lower().rstrip(".")


class Case(dict):
    """The request of a case that a test function runs with."""

    def __getattr__(self, name):
        raise AttributeError("use world in the test function: a fixture runs before the setup")


def pytest_configure(config):
    config.addinivalue_line("markers", "hatpin(*selectors, can=[], speaks=None, witness=None, "
                            "client=None): runs the test with each case of Hatpin that matches")


def pytest_generate_tests(metafunc):
    cases, marks = {}, list(metafunc.definition.iter_markers("hatpin"))
    for mark in marks:
        options = {name: value for name, value in mark.kwargs.items() if value is not None}
        options.setdefault("client", metafunc.definition.nodeid)
        if not mark.args:
            raise LabFailure("hatpin: the mark needs a selector, such as 'names/*'")
        for selector in mark.args:
            answer = lab.ask(**dict(options, cases=selector))
            for case in (found["case"] for found in answer["cases"]):
                # Two marks can name one case, each with options of its own.
                cases[case, repr(options)] = pytest.param(Case(options, case=case), id=case)
            for case, reason in ((left["case"], left["reason"]) for left in answer["excluded"]):
                skip = pytest.mark.skip(reason=reason)
                cases[case, repr(options)] = pytest.param(None, id=case, marks=skip)
    if marks:
        metafunc.parametrize("world", cases.values())


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    case, function = pyfuncitem.funcargs.get("world"), pyfuncitem.obj
    if isinstance(case, Case):
        judge(case, pyfuncitem)
        pyfuncitem.obj = lambda **arguments: None  # The function has run; pytest runs this one.
    yield
    pyfuncitem.obj = function


def judge(case, item):
    """Runs a test function with a case, and with the control if the lab asks for it."""
    error, answer, problem = None, None, None
    # Each set of the other parameters is a client of its own, which needs controls of its own.
    others = [str(i) for name, i in sorted(item.callspec.indices.items()) if name != "world"]
    try:
        answer = lab.ask(**dict(case, client="-".join([case["client"], *others])))
        while answer["type"] == "setup":
            item.funcargs["world"] = world = World(answer)
            error = run(item, world)
            says = f"{type(error).__name__}: {error}" if error else "no error"
            # A lone surrogate is no JSON.
            says = says.encode("utf-8", "replace").decode()
            answer = lab.ask(verdict=world.id, accepted=not error, says=says)
        if not answer["passed"]:
            problem = f"{answer['sentence']}\n{answer.get('command', '')}"
    except LabFailure as failure:
        problem = str(failure)
        if error:
            problem += "\n" + "".join(traceback.format_exception(
                type(error), error, error.__traceback__, limit=-1))
    if problem:
        pytest.fail(problem, pytrace=False)
    if answer["outcome"] == "not-delivered":
        pytest.skip(answer["sentence"])
    if error and answer["verdict"] == "accept":
        raise error  # The client has accepted as it must, so this is about something else.


def run(item, world):
    """Returns the exception of one run of a test function; None if it returns."""
    try:
        with world.resolving():
            item.ihook.pytest_pyfunc_call(pyfuncitem=item)
    except ENDS:
        with contextlib.suppress(LabFailure):  # The lab serves only some setups at once.
            while lab.ask(verdict=world.id, accepted=False)["type"] == "setup":
                pass
        raise
    except BaseException as error:  # such as a client's SystemExit or CancelledError
        traceback.clear_frames(error.__traceback__)  # Its variables keep connections open.
        return error
