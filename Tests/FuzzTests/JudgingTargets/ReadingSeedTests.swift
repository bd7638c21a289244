import Foundation
import TestSupport
import Testing

/// The seeds of the targets that read commands' output, default options and client definitions.
struct ReadingSeedTests {
    private static let audit = """
        audit
        {"version":2,"tool":"hatpin","findings":[{"file":"a.py","line":3,"column":1,"length":8,"code":\
        "requests.get(u, verify=False)","severity":"critical","isOutage":false,"rule":"PYT-001","problem":\
        "requests accept any certificate","impact":"an attacker reads all","fix":{"words":"delete it",\
        "edits":[{"offset":30,"length":14,"replacement":""}],"lines":[{"line":3,"text":"requests.get(u)"}]},\
        "related":[],"notes":["a note"]}],"unread":[{"file":"b.py","why":"no text"}],"filesRead":1,\
        "filesNotRead":[{"kind":".rb","files":1}],"excluded":0,"inForce":[],"files":[],"audits":[{"party":\
        "reference","hosts":["a.example.com"],"judged":3,"notApplicable":0,"failed":0,"acceptsNothing":false,\
        "pinning":{"pins":"own","attacks":2,"held":1},"opened":0,"system":"android","weaknesses":[{"severity":\
        "high","reasons":{"expired":2},"attackerNeeds":"a certificate","advice":"check","scenarios":\
        ["names/other","time/expired"],"covers":[],"remedy":{"changes":{"mode":"pin"},"fixes":["a fix"],\
        "fixed":1,"setups":2}}],"refusals":[{"scenario":"names/valid","reason":"expired"}]}],"systems":\
        [{"system":"android","weaknesses":[],"refusals":[]}],"shard":{"number":1,"count":2,"plan":"0011",\
        "seed":1,"now":"2027-01-01T00:00:00Z","started":"2027-01-01T00:00:00Z","words":["reference"],\
        "inForce":[{"option":"--allow=low (hatpin.yaml:1:1)","file":"hatpin.yaml","line":1,"column":1}],\
        "replies":[{"party":"reference","scenario":"names/valid","as":"audited","accept":"path",\
        "certificates":2},{"party":"reference","scenario":"time/expired","as":"audited","reject":"expired"}]}}
        """

    @Test func `the committed result seeds equal the files of the report tests`() throws {
        let tests = fuzzFolder.deletingLastPathComponent().appending(path: "Tests")
        func results(_ kind: String, _ path: String) throws -> [UInt8] {
            Array("\(kind)\n".utf8) + [UInt8](try Data(contentsOf: tests.appending(path: path)))
        }
        try expectSeeds(
            [
                "run": try results("run", "ReportsTests/Snapshots/run.ndjson"),
                "tally": try results("tally", "ReportsTests/Fuzzing/Snapshots/tally.ndjson"),
                "audit": Array(Self.audit.utf8),
            ],
            of: "ReadResults"
        )
    }

    @Test func `the committed defaults seeds have options, profiles and mistakes`() throws {
        let seeds = [
            "options":
                "run: { jobs: 2, party: [reference, curl], strict: true }\naudit: { allow: low }\n",
            "profiles": """
            audit: { report: [html=a.html], quick: false }
            profiles:
              nightly: { audit: { report: [json=a.json, sarif=a.sarif] }, run: { seed: 7 } }
              short: { run: { strict: false } }

            """,
            "faults": "run: { jbos: 2, strict: [a], party: { a: b } }\nruns: {}\nprofiles: [a]\n",
            "nulls": "run: ~\naudit:\nprofiles: { a: ~ }\n",
        ]
        try expectSeeds(seeds.mapValues { Array($0.utf8) }, of: "ReadDefaults")
    }

    @Test func `the committed client seeds have every key, and mistakes`() throws {
        let seeds = [
            "whole": #"""
            client: whole
            about: GNU Wget, on the TLS library that it was built with.
            library: gnutls
            command: wget -q -O - --ca-certificate={ca} {options} {url}
            environment: { SSL_CERT_DIR: "{home}" }
            prepare: "certutil -N --empty-password -d sql:{home}"
            names: [hosts, wrapper, proxy]
            ends: on-answer
            options:
              pins: [--pinnedpubkey, "{pins}"]
              crls: "--crl-file {crls}"
            pin: { each: "sha256//{pin}", between: ";" }
            can: [addresses, http2]
            reasons:
              - { says: "certificate has expired", reason: expired }
              - { exit: 5, reason: [unknown-issuer, self-signed] }
            repeat: 3
            deadline: 10 s
            version: { command: wget --version, pattern: 'GNU Wget (\S+)' }
            install: { apt: wget, builds: "cc -o {built}/a {definition}/a.c" }
            known:
              - { cases: "names/*", accept: true, because: old, versions: "<2.0", until: 2027-01-01 }

            """#,
            "least": "client: least\nabout: a client\ncommand: a {ca} {url}\n",
            "faults": """
            client: other
            command: "a 'b"
            names: [x]
            deadline: soon
            reasons: [{ says: "(", reason: no }]
            known: [{ cases: [a], accept: maybe }]

            """,
        ]
        try expectSeeds(seeds.mapValues { Array($0.utf8) }, of: "LoadClient")
    }
}
