"""The plugin, in test runs of its own. HATPIN is the path of the command."""

import os
import socket
import subprocess
import sys
import time

import pytest

CLIENT = """
import http.client, pytest, ssl

def get(world, context):
    connection = http.client.HTTPSConnection(world.host, world.port, context=context, timeout=10)
    connection.request("GET", world.path)
    connection.getresponse().read()

def unchecked():
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context
"""

ASYNC = """
import asyncio

async def get(world, context):
    name = world.host.rstrip(".")
    reader, writer = await asyncio.open_connection(world.host, world.port, ssl=context)
    writer.write(f"GET {world.path} HTTP/1.0\\r\\nHost: {name}\\r\\n\\r\\n".encode())
    await reader.read()
    writer.close()
"""

RIGHT = """
@pytest.mark.hatpin("time/expired-leaf", "names/exact-name[plain]")
def test_client(world):
    get(world, world.ssl_context())
"""


@pytest.fixture
def run(pytester, monkeypatch):
    """Runs pytest with the plugin on the text of a test file."""
    monkeypatch.delenv("HATPIN_LAB", raising=False)
    # Importing all other plugins that are installed takes most of the time of a run.
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")

    def run(text, *arguments):
        pytester.makepyfile(text)
        return pytester.runpytest_subprocess("-p", "hatpin_pytest", *arguments)

    return run


def test_a_right_client_passes(run):
    result = run(CLIENT + RIGHT)
    result.assert_outcomes(passed=2)


def test_each_case_that_fails_is_a_failed_test_with_a_sentence(run):
    result = run(CLIENT + """
@pytest.mark.hatpin("time/expired-leaf", "names/exact-name[plain]")
def test_client(world):
    get(world, unchecked())
""")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines([
        "*test_client accepted time/expired-leaf, which must be rejected (reject: expired): *",
        "hatpin explain time/expired-leaf",
    ])


def test_a_client_that_never_starts_tls_fails(run):
    result = run(CLIENT + """
@pytest.mark.hatpin("time/expired-leaf", "names/exact-name[plain]")
def test_client(world):
    import socket
    socket.create_connection((world.address, world.port)).close()
""")
    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines(["*was not tested with names/exact-name*: the client did not start TLS*"])


def test_a_case_that_does_not_reach_the_client_is_skipped(run):
    result = run(CLIENT + """
@pytest.mark.hatpin("revocation/forged-staple")
def test_client(world):
    get(world, world.ssl_context())
""", "-rs")
    assert result.parseoutcomes().keys() == {"skipped"}
    result.stdout.fnmatch_lines(["*the client did not request a staple*"])


def test_a_message_with_a_lone_surrogate_is_sent(run):
    result = run(CLIENT + """
@pytest.mark.hatpin("time/expired-leaf")
def test_client(world):
    try:
        get(world, world.ssl_context())
    except ssl.SSLError:
        raise ValueError("bad \\udc80")
""")
    result.assert_outcomes(passed=1)


def test_a_rejection_without_the_control_is_inconclusive(run):
    result = run(CLIENT + """
@pytest.mark.hatpin("time/expired-leaf")
def test_client(world):
    get(world, ssl.create_default_context())
""")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*rejected time/expired-leaf, but it rejects the control, too*"])


def test_each_set_of_parameters_has_its_own_control(run):
    result = run(CLIENT + """
@pytest.mark.parametrize("kind", ["good", "broken"])
@pytest.mark.hatpin("time/expired-leaf")
def test_client(world, kind):
    get(world, world.ssl_context() if kind == "good" else ssl.create_default_context())
""")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*rejected time/expired-leaf, but it rejects the control, too*"])


def test_all_marks_count(run):
    result = run(CLIENT + """
pytestmark = pytest.mark.hatpin("time/expired-leaf")

@pytest.mark.hatpin("names/exact-name[plain]", client="mine")
@pytest.mark.hatpin("names/exact-name[plain]")
def test_client(world):
    get(world, world.ssl_context())
""")
    result.assert_outcomes(passed=3)


def test_a_mark_needs_a_selector(run):
    result = run(CLIENT + """
@pytest.mark.hatpin()
def test_client(world): pass
""")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*hatpin: the mark needs a selector*"])


@pytest.mark.parametrize("value, outcome, sentence", [
    ("world.url", "errors", "*use world in the test function: a fixture runs before the setup*"),
    ("'no world'", "passed", "*1 passed*"),
])
def test_a_fixture_has_no_setup(run, value, outcome, sentence):
    result = run(CLIENT + f"""
@pytest.fixture
def url(world): return {value}

@pytest.mark.hatpin("names/exact-name[plain]")
def test_client(world, url):
    get(world, world.ssl_context())
""")
    result.assert_outcomes(**{outcome: 1})
    result.stdout.fnmatch_lines([sentence])


@pytest.mark.parametrize("plugin, mark", [
    ("pytest_asyncio.plugin", "asyncio"), ("anyio.pytest_plugin", "anyio"),
])
def test_coroutines_are_tested(run, plugin, mark):
    pytest.importorskip(plugin)
    text = CLIENT + ASYNC + f"""
@pytest.fixture
def anyio_backend(): return "asyncio"

@pytest.mark.hatpin("time/expired-leaf", "names/exact-name[plain]")
@pytest.mark.{mark}
async def test_right(world):
    await get(world, world.ssl_context())

@pytest.mark.hatpin("time/expired-leaf")
@pytest.mark.{mark}
async def test_unchecked(world):
    await get(world, unchecked())
"""
    run(text, "-p", plugin).assert_outcomes(passed=2, failed=1)


def test_cases_that_do_not_apply_are_skipped_with_the_reason(run):
    pinned = "pins/addresses-and-spellings*"
    result = run(CLIENT + f"""
@pytest.mark.hatpin("{pinned}")
def test_client(world):
    get(world, world.ssl_context())
""", "-rs")
    assert result.parseoutcomes().keys() == {"skipped"}
    result.stdout.fnmatch_lines(["*does not*"])


def test_abilities_apply_further_cases(run):
    result = run(CLIENT + """
@pytest.mark.hatpin("pins/addresses-and-spellings*", can=["spki-pins"])
def test_client(world):
    assert all(pin["pin"] for pin in world.pins)
    get(world, world.ssl_context())
""")
    assert result.parseoutcomes()["failed"] > 0


def test_an_error_after_an_acceptance_is_the_test_s_own(run):
    result = run(CLIENT + """
@pytest.mark.hatpin("names/exact-name[plain]")
def test_client(world):
    get(world, world.ssl_context())
    assert world.port == 0, "my own check"
""")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*my own check*"])


@pytest.mark.parametrize("text, sentence", [
    ("raise ImportError('no library')", "*client never connected*"),
    ("pytest.skip('not here')", None),
    ("pytest.fail('by the test')", "*by the test*"),
])
def test_a_function_that_does_not_connect(run, text, sentence):
    result = run(CLIENT + f"""
@pytest.mark.hatpin("time/expired-leaf")
def test_client(world):
    {text}
""")
    result.assert_outcomes(**({"failed": 1} if sentence else {"skipped": 1}))
    if sentence:
        result.stdout.fnmatch_lines([sentence])


@pytest.mark.parametrize("connects", ["pass", "get(world, ssl.create_default_context())"])
def test_skipped_functions_leave_no_setups(run, connects):
    result = run(CLIENT + f"""
@pytest.mark.hatpin("names/*")
def test_client(world):
    try:
        {connects}
    except Exception:
        pass
    pytest.skip("not here")
""")
    # A lab serves 64 setups at once.
    assert result.parseoutcomes().keys() == {"skipped"}
    assert result.parseoutcomes()["skipped"] > 64


def test_an_exit_of_pytest_is_no_decision(run):
    result = run(CLIENT + """
@pytest.mark.hatpin("time/expired-leaf", "names/exact-name[plain]")
def test_client(world):
    pytest.exit("enough")
""")
    result.assert_outcomes()
    result.stdout.fnmatch_lines(["*Exit: enough*"])


@pytest.mark.parametrize("error", ["SystemExit(1)", "asyncio.CancelledError()"])
def test_a_client_may_end_with_any_exception(run, error):
    run(CLIENT + f"""
import asyncio

@pytest.mark.hatpin("time/expired-leaf", "names/exact-name[plain]")
def test_client(world):
    try:
        get(world, world.ssl_context())
    except OSError:
        raise {error}
""").assert_outcomes(passed=2)


def test_an_unknown_case_is_an_error_of_collection(run):
    result = run(CLIENT + """
@pytest.mark.hatpin("time/expird")
def test_client(world): pass
""")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*hatpin: 'time/expird' selects nothing*"])


def test_an_empty_variable_is_unset(monkeypatch):
    import hatpin_pytest
    monkeypatch.setattr(hatpin_pytest, "COMMAND", "/no/hatpin")
    monkeypatch.setenv("HATPIN_LAB", "")
    monkeypatch.setenv("HATPIN", "")
    with pytest.raises(hatpin_pytest.LabFailure, match="no lab at '/no/hatpin'"):
        hatpin_pytest.Lab().ask(cases="time/*")


@pytest.mark.parametrize("variable, value, sentence", [
    ("HATPIN", "/no/hatpin", "*no lab at '/no/hatpin'*set HATPIN*"),
    ("HATPIN", "true", "*no lab at 'true': it sent no answer*"),
    ("HATPIN", "echo", "*no lab at 'echo'*"),
    ("HATPIN_LAB", "/no/socket", "*no lab at '/no/socket'*start hatpin lab*"),
    ("HATPIN_LAB", "tcp://127.0.0.1:1", "*no lab at 'tcp://127.0.0.1:1'*"),
    ("HATPIN_LAB", "tcp://nowhere", "*no lab at 'tcp://nowhere'*"),
])
def test_without_a_lab(run, monkeypatch, variable, value, sentence):
    monkeypatch.setenv(variable, value)
    result = run(CLIENT + RIGHT)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines([sentence])


def test_a_machine_that_does_not_answer(run, monkeypatch):
    # A full queue of connections does not answer, either.
    with socket.create_server(("127.0.0.1", 0), backlog=0) as server, \
            socket.create_connection(server.getsockname()):
        monkeypatch.setenv("HATPIN_LAB", f"tcp://127.0.0.1:{server.getsockname()[1]}")
        result = run(CLIENT + RIGHT)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*no lab at 'tcp://127.0.0.1:*: timed out; start hatpin lab*"])


@pytest.mark.parametrize("family", [socket.AF_INET, socket.AF_UNIX])
def test_a_server_that_does_not_greet(run, monkeypatch, tmp_path, family):
    door = str(tmp_path / "door")
    address = door if family == socket.AF_UNIX else ("127.0.0.1", 0)
    with socket.create_server(address, family=family) as server:
        place = door
        if family == socket.AF_INET:
            place = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        monkeypatch.setenv("HATPIN_LAB", place)
        result = run(CLIENT + RIGHT)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines([f"*no lab at '{place}': timed out; start hatpin lab*"])


def test_the_command_of_the_user_is_found(monkeypatch, tmp_path):
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "hatpin").touch(0o755)
    monkeypatch.setenv("PYTHONUSERBASE", str(tmp_path))
    monkeypatch.setenv("PATH", os.defpath)
    text = "import hatpin_pytest; print(hatpin_pytest.COMMAND)"
    said = subprocess.run([sys.executable, "-c", text], stdout=subprocess.PIPE, text=True).stdout
    assert said.strip() == str(folder / "hatpin")


@pytest.fixture
def command(tmp_path, monkeypatch):
    """Makes a shell script HATPIN; `ended` waits until its processes have ended."""
    path = tmp_path / "hatpin"

    def command(text):
        path.write_text(f"#!/bin/sh\necho $$ >>{path}.pid\n{text}\n")
        path.chmod(0o755)
        monkeypatch.setenv("HATPIN", str(path))

    def ended():
        pids = (tmp_path / "hatpin.pid").read_text().split()
        return bool(pids) and soon(lambda: not any(os.path.exists(f"/proc/{pid}") for pid in pids))

    command.ended = ended
    return command


def soon(condition):
    end = time.monotonic() + 10
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)
    return condition()


GREETING = "echo '{\"type\":\"lab\",\"format\":%d,\"tool\":\"hatpin 7\"}'; "
UNSERVED = '{"type":"error","code":"not-served","problem":"no descriptors","help":"raise ulimit"}'


@pytest.mark.parametrize("text, sentence", [
    (GREETING % 9 + "exec sleep 600", "*hatpin 7 has format 9 of labs, and this plugin has 1*"),
    (GREETING % 1 + "read request", "*hatpin: the lab has ended (it sent no answer)*"),
    (GREETING % 1 + "read request; echo oops", "*hatpin: the lab has ended (Expecting value*"),
    (GREETING % 1 + "read request; echo 7", "*hatpin: the lab has ended (it sent no answer)*"),
    (GREETING % 1 + f"read request; echo '{UNSERVED}'; read request; echo '{UNSERVED}'; cat",
     "*hatpin: no descriptors; raise ulimit*"),
])
def test_a_faulty_lab(run, command, pytester, text, sentence):
    command(text)
    pytester.makepyfile(test_second=CLIENT + RIGHT)
    result = run(CLIENT + RIGHT)
    result.assert_outcomes(errors=2)
    result.stdout.fnmatch_lines([sentence] if "ended" in sentence else [sentence] * 2)
    assert command.ended()


@pytest.mark.parametrize("error", ["TimeoutError('late')", "pytest.fail.Exception('late')"])
def test_an_interrupted_request_does_not_answer_the_next(run, command, error):
    # The answer to the first test arrives after its end.
    command(GREETING % 1 + """
while read request; do case $request in
*cases*) echo '{"type":"cases","cases":[{"case":"a"},{"case":"b"}],"excluded":[]}' ;;
*'"a"'*) sleep 1; echo '{"type":"verdict","passed":true,"verdict":"reject"}' ;;
*) echo '{"type":"verdict","passed":false,"verdict":"reject","sentence":"b fails"}' ;;
esac; done""")
    result = run(f"""
import pytest, signal

def late(*_):
    raise {error}

@pytest.fixture(autouse=True)
def limit(request):
    signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, 0.3 if "[a]" in request.node.name else 0)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)

@pytest.mark.hatpin("*")
def test_client(world): pass
""")
    result.assert_outcomes(failed=2)
    assert command.ended()


def test_a_killed_test_leaves_no_lab_and_no_files(command, monkeypatch, tmp_path, pytester):
    files = tmp_path / "files"
    files.mkdir()
    command(f'TMPDIR={files} exec {os.environ.get("HATPIN", "hatpin")} "$@"')
    monkeypatch.delenv("HATPIN_LAB", raising=False)
    pytester.makepyfile(CLIENT + """
@pytest.mark.hatpin("time/expired-leaf")
def test_client(world):
    import time
    print("it waits", flush=True)
    time.sleep(600)
""")
    command_line = [sys.executable, "-m", "pytest", "-s", "-p", "hatpin_pytest"]
    with subprocess.Popen(command_line, stdout=subprocess.PIPE, text=True) as process:
        while "it waits" not in process.stdout.readline():
            assert process.poll() is None
        assert os.listdir(files)
        process.kill()
    assert command.ended()
    assert soon(lambda: not os.listdir(files))


def test_two_processes_share_a_lab(run, monkeypatch, tmp_path, pytester):
    door = tmp_path / "door"
    lab = subprocess.Popen([os.environ.get("HATPIN", "hatpin"), "lab", "--socket", str(door)])
    try:
        while not door.exists():
            time.sleep(0.05)
        monkeypatch.setenv("HATPIN_LAB", str(door))
        pytester.makepyfile(CLIENT + RIGHT)
        command = [sys.executable, "-m", "pytest", "-q", "-p", "hatpin_pytest"]
        both = [subprocess.Popen(command, stdout=subprocess.DEVNULL) for _ in range(2)]
        assert [process.wait() for process in both] == [0, 0]
    finally:
        lab.terminate()
    assert lab.wait() == 0 and not door.exists()


def test_a_lab_that_is_killed_fails_the_tests_that_follow(run):
    result = run(CLIENT + RIGHT + """
def test_kill():
    import hatpin_pytest
    hatpin_pytest.lab.child.kill()

@pytest.mark.hatpin("time/expired-leaf")
def test_after(world):
    get(world, world.ssl_context())
""")
    result.assert_outcomes(passed=3, failed=1)
    result.stdout.fnmatch_lines(["hatpin: the lab has ended*"])


def test_names_resolve_as_usual_after_a_test(run):
    result = run(CLIENT + RIGHT + """
def test_usual():
    import socket
    assert socket.getaddrinfo.__name__ == "getaddrinfo"
    assert socket.getaddrinfo.__module__ == "socket"
""")
    result.assert_outcomes(passed=3)


@pytest.mark.parametrize("host, name, leads", [
    ("www.example.test", "WWW.example.test.", True),
    ("b\u00fccher.example.test", "b\u00fccher.example.test", True),
    ("b\u00fccher.example.test", b"xn--bcher-kva.example.test", True),
    ("b\u00fccher.example.test", "buecher.example.test", False),
    ("www..example.test", "www..example.test", True),
    ("www.example.test", "localhost", False),
])
def test_the_host_leads_to_the_address(host, name, leads):
    import hatpin_pytest
    hosts = f"first.example.test {host}"
    with hatpin_pytest.World({"hosts": hosts, "address": "127.9.9.9"}).resolving():
        try:
            found = socket.getaddrinfo(name, 443)[0][4][0]
        except (OSError, UnicodeError):
            found = None
    assert (found == "127.9.9.9") == leads
