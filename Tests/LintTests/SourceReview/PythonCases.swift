// Python.

extension WebTests {
    static let python: [CodeCase] = [
        CodeCase(
            "PYT-001",
            "client.py",
            """
            import requests
            # verify=False
            r = requests.get("https://api.example.com", timeout=5, verify=False)
            """,
            right: #"requests.get(url, verify="/etc/ca.pem")"#,
            "text = 'verify=False'",
            #"requests.get("https://localhost:8443", verify=False)"#,
            "def get(url, verify=True):\n    return requests.get(url, verify=verify)",
            "import jwt, requests\njwt.decode(token, key, verify=False)",
            "import requests\nform.save(verify=False)",
            "image.verify = False"
        ),
        CodeCase(
            "PYT-001",
            "storage.py",
            "import boto3\ns3 = boto3.client('s3', verify=False)\n",
            right: "import boto3\ns3 = boto3.client('s3', verify='/etc/ca.pem')\n"
        ),
        CodeCase(
            "PYT-001",
            "wrapper.py",
            "import requests\ndef fetch(url, verify=False):\n    return send(url, verify)\n",
            right: "import requests\ndef fetch(url, verify=True):\n    return send(url, verify)\n"
        ),
        CodeCase(
            "PYT-001",
            "session.py",
            "CHECK = False\nsession = requests.Session()\nsession.verify = CHECK\n",
            right: "CHECK = load()\nsession.verify = CHECK\n",
            "CHECK = False\nif strict:\n    CHECK = True\nsession.verify = CHECK\n"
        ),
        CodeCase(
            "PYT-002",
            "main.py",
            "import ssl\nssl._create_default_https_context = ssl._create_unverified_context\n",
            right: "import ssl\ncontext = ssl.create_default_context()\n"
        ),
        CodeCase(
            "PYT-003",
            "sock.py",
            "import ssl\nctx = ssl.SSLContext()\nctx.verify_mode = ssl.CERT_NONE\n",
            right: "ctx.verify_mode = ssl.CERT_REQUIRED\n",
            "ctx = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)\nctx.verify_mode = ssl.CERT_NONE\n"
        ),
        CodeCase(
            "PYT-003",
            "bare.py",
            "import ssl\nctx = ssl.SSLContext(ssl.PROTOCOL_TLS)\nctx.load_verify_locations(path)\n",
            right: "ctx = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)\n",
            "ctx = ssl.SSLContext()\nctx.verify_mode = ssl.CERT_REQUIRED\n",
            "ctx = ssl.SSLContext()\nctx.load_cert_chain(path)\nctx.wrap_socket(s, server_side=True)\n"
        ),
        CodeCase(
            "PYT-004",
            "names.py",
            "ctx = ssl.create_default_context()\nctx.check_hostname = False\n",
            right: "ctx.check_hostname = True\n",
            #"pool = HTTPSConnectionPool(h, assert_hostname=False, assert_fingerprint=load())"#
        ),
        CodeCase(
            "PYT-005",
            "pool.py",
            #"pool = urllib3.HTTPSConnectionPool("x.com", assert_fingerprint="ab:cd")"#,
            right: #"pool = urllib3.HTTPSConnectionPool("x.com", ca_certs="ca.pem")"#,
            isFixed: false
        ),
        CodeCase(
            "PYT-006",
            "fetch.py",
            "import aiohttp\nasync with session.get(url, ssl=False) as answer:\n    pass\n",
            right: "import aiohttp\nsession.get(url, ssl=context)\n",
            "mysql.connect(ssl=False)\n",
            "import aiohttp\nuvicorn.run(app, ssl=False)\nredis.Redis(ssl=False)\n"
        ),
        CodeCase(
            "PYT-006",
            "connector.py",
            "import aiohttp\nconnector = aiohttp.TCPConnector(limit=4, ssl=False)\n",
            right: "import aiohttp\nconnector = aiohttp.TCPConnector(limit=4, ssl=context)\n"
        ),
        CodeCase(
            "PYT-007",
            "job.sh",
            "PYTHONHTTPSVERIFY=0 python3 job.py\n",
            right: "PYTHONHTTPSVERIFY=1 python3 job.py\n"
        ),
        CodeCase(
            "PYT-003",
            "context.py",
            """
            import ssl
            ctx = ssl.create_default_context()
            ctx.check_hostname = False
            ctx.verify_mode = ssl.CERT_NONE
            """,
            right: "import ssl\nctx = ssl.create_default_context(cafile='ca.pem')\n"
        ),
    ]
}
