import CommandWorkshop
import Testing

@Suite("audit and compare", .blocking)
struct SurveyCommandTests {
    @Test func `audit shows a weakness with its fix, and exits with 1`() throws {
        let workshop = try Workshop(Workshop.good)
        let result = workshop.hatpin("audit alamofire:policy=disable-evaluation")
        #expect(result.exit == 1)
        #expect(
            result.output == """
                alamofire:policy=disable-evaluation
                  1 attack accepted that alamofire refuses without this configuration
                  1 weakness of this configuration: 1 medium; 2 test cases

                medium       an attacker needs the key of a certificate that is expired or not yet valid
                  fix        policy=default-evaluation
                  accepted   a validity period has ended (1 attack)

                hatpin audit -v also shows the test cases, and a command for each weakness

                """
        )
        #expect(result.error == "")
    }

    @Test(arguments: ["sarif", "gitlab", "markdown"])
    func `reports for code scanning also contain weaknesses`(format: String) throws {
        let workshop = try Workshop(Workshop.good)
        let words = "an attacker needs the key of a certificate that is expired or not yet valid"
        for (policy, isWeak) in [("disable-evaluation", true), ("default-evaluation", false)] {
            _ = workshop.hatpin("audit alamofire:policy=\(policy) --report \(format)=issues")
            #expect(workshop.read("issues").contains(words) == isWeak, "\(policy)")
        }
    }

    @Test func `reports an invalid report or baseline before the audit, and keeps existing files`()
        throws
    {
        let workshop = try Workshop(Workshop.good.merging(["empty.json": "", "old": "old"]) { $1 })
        let audit = "audit alamofire:policy=disable-evaluation"
        for (options, exit) in [
            ("--baseline empty.json --report html=old", Int32(2)),
            ("--report html=old --report sarif=missing/out", 3),
        ] {
            let result = workshop.hatpin("\(audit) \(options)")
            #expect(result.exit == exit, "\(result)")
            #expect(result.output == "")
            #expect(workshop.read("old") == "old")
        }
    }

    /// No inode is left, so only the existing file could be written.
    @Test(.enabled(if: Self.canMount))
    func `keeps the old report on a full disk`() throws {
        let script = """
            mkdir full; mount -t tmpfs -o nr_inodes=2 none full; echo old >full/report
            "$HATPIN" audit alamofire --report json=full/report; echo $?; cat full/report
            """
        let workshop = try Workshop(Workshop.good.merging(["script": script]) { $1 })
        let result = workshop.shell("HATPIN=\"$HATPIN\" unshare -Urm sh script")
        #expect(result.output.hasSuffix("\n3\nold\n"), "\(result)")
    }

    private static let canMount =
        (try? Workshop([:]).shell("unshare -Urm mount -t tmpfs none /mnt"))?.exit == 0

    @Test(arguments: ["https://a.test/", "a.test:443", "''", "'a b'"])
    func `refuses an invalid host`(host: String) throws {
        let files = Self.rogue.merging(["nsc.xml": Self.security(Self.hash)]) { $1 }
        let workshop = try Workshop(files)
        let result = workshop.hatpin("audit nsc.xml --host \(host)")
        #expect(result.exit == 64)
        #expect(result.error.contains("is not a host name"), "\(result.error)")
    }

    @Test(arguments: [
        "example.com", "192.0.2.1", "::1", "bücher.example", "a_b.test", "*.a.test", "a.test.",
    ])
    func `accepts a host in each notation that systems read`(host: String) throws {
        let files = Self.rogue.merging(["nsc.xml": Self.security(Self.hash)]) { $1 }
        let result = try Workshop(files).hatpin("audit nsc.xml --host '\(host)'")
        #expect(result.exit != 64, "\(result.error)")
    }

    @Test(arguments: [("none", 1), ("low", 1), ("medium", 0), ("high", 0)])
    func `succeeds with findings that --allow permits`(_ allow: String, exit: Int32) throws {
        let workshop = try Workshop(Workshop.good)
        let command = "audit alamofire:policy=disable-evaluation --allow \(allow)"
        #expect(workshop.hatpin(command).exit == exit)
    }

    @Test func `the printed command that repeats a weakness has the same options`() throws {
        let workshop = try Workshop(Workshop.good)
        let options = "--scenarios Scenarios --seed 7 --now 2026-05-05T00:00:00Z --chain-only"
        let command = "audit alamofire:policy=disable-evaluation \(options)"
        let result = workshop.hatpin(command + " -v")
        #expect(result.output.contains("  shown by   time/expired-leaf (VAL-001)\n"))
        #expect(result.output.contains("hatpin \(command) --filter id:time/expired-leaf\n"))
    }

    private static let hash = "596xr4Wj2hrgFSLMSr62m9+bamyR/q4j1GdRCAT7klY="
    private static let spare = "nNxEb1vDbJ7BD4/Q5RZHYWcYt/UEnB8Lm7ae/fNiDFE="

    private static func security(_ pin: String, _ attributes: String = "") -> String {
        """
        <network-security-config>
          <domain-config>
            <domain includeSubdomains="true">example.com</domain>
            <pin-set\(attributes)><pin digest="SHA-256">\(pin)</pin>\
        <pin digest="SHA-256">\(spare)</pin></pin-set>
          </domain-config>
        </network-security-config>
        """
    }

    /// Scenarios of a server from a CA that is not pinned, and of a valid server.
    private static let rogue = Workshop.alone.merging(rogueScenarios) { $1 }

    private static let rogueScenarios = [
        "Scenarios/pins/rogue.yaml": """
        scenario: rogue
        about: Another authority issues for the host.
        sources: [RFC 7469]
        pki: { other: {} }
        leaf: { issuer: other }
        client: { trust: [root, other], pins: [spki(intermediate)] }
        control: { leaf: { issuer: intermediate }, serve: [leaf, intermediate] }
        expect: { reject: pin-mismatch }
        """,
        "Scenarios/pins/valid.yaml": """
        scenario: valid
        about: Nothing is wrong.
        sources: [RFC 5280]
        expect: accept
        """,
    ]

    @Test
    func `reports whether the pins of a file stop attacks, or why the file rejects every server`()
        throws
    {
        let cases = [
            (Self.security(Self.hash), "pins stop 1 of 1 attack\n", Int32(0)),
            (
                Self.security(Self.hash, " expiration=\"2020-01-01\""),
                "pinning has no effect: 1 attack that a pin stops is accepted\n", 1
            ),
            (
                Self.security("A"),
                "high (outage): rejects every server, even valid ones: ParserException: Invalid pin\n"
                    + "    digest at: Binary XML file line #4\n", 1
            ),
        ]
        for (text, words, exit) in cases {
            let workshop = try Workshop(Self.rogue.merging(["nsc.xml": text]) { $1 })
            let result = workshop.hatpin("audit nsc.xml")
            #expect(result.output.contains(words), "\(result.output)")
            #expect(result.exit == exit)
            let json = workshop.hatpin("audit nsc.xml --format json").output
            #expect(json.contains("\"objection\"") == words.contains("ParserException"))
        }
    }

    @Test func `a mistake in the file comes first, and --fix and --write fix the mistake`() throws {
        let misspelt = Self.security(Self.hash).replacing("pin-set", with: "pinset")
        let workshop = try Workshop(Self.rogue.merging(["nsc.xml": misspelt]) { $1 })
        let result = workshop.hatpin("audit nsc.xml")
        #expect(result.exit == 1)
        #expect(result.output.contains("; hatpin audit --fix prints a patch for 1\n\nhigh[NSC-"))
        #expect(result.output.contains("--> nsc.xml:4:"))
        let json = workshop.hatpin("audit nsc.xml --format json").output
        #expect(json.contains(#""findings":[{"file":"nsc.xml","line":4"#))
        let diff = workshop.hatpin("audit nsc.xml --fix")
        #expect(diff.exit == 1)
        #expect(diff.output.hasPrefix("--- a/nsc.xml\n+++ b/nsc.xml\n@@ "))
        let passes =
            "with these fixes: pins stop 1 of 1 attack; no weakness of the configuration is left\n"
        #expect(diff.error.hasSuffix("hatpin: nsc.xml: " + passes), "\(diff.error)")
        #expect(workshop.read("nsc.xml") == misspelt)
        let written = workshop.hatpin("audit nsc.xml --write")
        #expect(written.exit == 0)
        #expect(written.error.contains("hatpin: nsc.xml: fixed 1 finding\n"))
        #expect(workshop.read("nsc.xml") != misspelt)
        #expect(workshop.hatpin("audit nsc.xml").exit == 0)
    }

    private static func trustKit(_ pins: [String], _ more: String) -> String {
        let hashes = pins.map { "<string>\($0)</string>" }.joined(separator: "\n")
        return """
            <plist version="1.0"><dict>
            <key>TSKPinnedDomains</key>
            <dict>
            <key>api.example.com</key>
            <dict>
            \(more)
            <key>TSKPublicKeyHashes</key>
            <array>
            \(hashes)
            </array>
            </dict>
            </dict>
            </dict></plist>

            """
    }

    @Test func `applies a fix unless the app would crash or reject every server`() throws {
        let enforced = "<key>TSKEnforcePinning</key>\n<false/>"
        let cases = [
            (Self.trustKit([Self.hash, Self.spare], enforced), true),
            (Self.trustKit([Self.hash], enforced), false),
        ]
        for (text, isFixed) in cases {
            let workshop = try Workshop(Self.rogue.merging(["t.plist": text]) { $1 })
            let fixed = workshop.hatpin("audit t.plist --write")
            #expect((workshop.read("t.plist") != text) == isFixed, "\(fixed.error)")
            #expect(fixed.exit == (isFixed ? 0 : 1))
            let reason =
                "t.plist:6: no fix proposed for TSK-001: it would cause another finding: "
                + "api.example.com has one "
            #expect(fixed.error.contains(reason) != isFixed, "\(fixed.error)")
            let again = workshop.hatpin("audit t.plist")
            #expect(!again.output.contains("(outage)"), "\(again.output)")
        }
    }

    @Test
    func `a fixed file rejects every server only if the original file also rejects every server`()
        throws
    {
        let tests = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
        let workshop = try Workshop(Self.rogue)
        let result = workshop.shell(
            """
            cp -r /\(tests)/LintTests/ConfigurationReview/Files files
            cp -r files old
            files="$(echo files/Android/*.xml files/InfoPlist/*.plist files/TrustKit/*.plist)"
            outages() {
                hatpin audit $files --format json 2>/dev/null |
                    grep -oE '"party":"[^"]*"|"acceptsNothing":true' |
                    grep -B1 acceptsNothing | grep party | sort -u
            }
            outages >before
            hatpin audit $files --write >/dev/null 2>&1
            outages >after
            comm -13 before after
            diff -rq old files >fixed
            test -s before
            """
        )
        #expect(result == Workshop.Result(exit: 0))
        #expect(workshop.read("fixed").split(separator: "\n").count > 20)
    }

    @Test(arguments: [("none", 1), ("low", 1), ("medium", 1), ("high", 0)])
    func `--allow high permits an outage`(
        _ allow: String,
        exit: Int32
    ) throws {
        let workshop = try Workshop(Self.rogue.merging(["nsc.xml": Self.security("A")]) { $1 })
        let result = workshop.hatpin("audit nsc.xml --allow \(allow)")
        #expect(result.exit == exit)
        #expect(result.output.hasPrefix("1 finding to fix\n\nhigh (outage)[NSC-024]: "))
        let json = workshop.hatpin("audit nsc.xml --format json").output
        #expect(json.contains(#""severity":"high","isOutage":true,"rule":"NSC-024""#))
    }

    @Test func `marks an outage in every report`() throws {
        let workshop = try Workshop(Self.rogue.merging(["nsc.xml": Self.security("A")]) { $1 })
        let formats = ["sarif", "gitlab", "markdown", "html"]
        let options = formats.map { "--report \($0)=report.\($0)" }.joined(separator: " ")
        _ = workshop.hatpin("audit nsc.xml \(options)")
        for format in formats {
            #expect(workshop.read("report.\(format)").contains("outage"), "\(format)")
        }
        #expect(workshop.read("report.sarif").contains("false-reject"))
    }

    @Test func `fixes a weakness in the file if the changed file has fewer weaknesses`() throws {
        let misspelt = Self.security(Self.hash).replacing("pin-set", with: "pinset")
        let workshop = try Workshop(Self.rogue.merging(["nsc.xml": misspelt]) { $1 })
        let result = workshop.hatpin("audit nsc.xml")
        #expect(
            result.output.contains("  fix        line 4: write <pin-set> (NSC-014)\n"),
            "\(result.output)"
        )
        let expired = Self.security(Self.hash, " expiration=\"2020-01-01\"")
        let other = try Workshop(Self.rogue.merging(["nsc.xml": expired]) { $1 })
        let left = other.hatpin("audit nsc.xml")
        #expect(
            left.output.contains("  fix        no setting of this file changes that; "),
            "\(left.output)"
        )
    }

    @Test func `only reads source files and configurations of a folder`() throws {
        let workshop = try Workshop([
            "app/src/Api.kt": "val c = OkHttpClient.Builder().hostnameVerifier { _, _ -> true }\n",
            "app/deploy.sh": "curl -k https://example.com/\n",
            "app/res/nsc.xml": Self.security(Self.hash),
            "app/node_modules/x.sh": "curl -k https://example.com/\n",
        ])
        let result = workshop.hatpin("audit app")
        #expect(result.exit == 1)
        #expect(result.output.contains("--> app/deploy.sh:1:6"))
        #expect(result.output.contains("--> app/src/Api.kt:1:"))
        #expect(!result.output.contains("node_modules"))
        #expect(result.output.contains("searched 3 files in app; skipped 1 folder"))
        #expect(workshop.hatpin("audit app/res").exit == 0)
        let written = workshop.hatpin("audit app --write")
        #expect(written.error.contains("hatpin: app/deploy.sh: fixed 1 finding\n"))
        #expect(workshop.read("app/deploy.sh") == "curl https://example.com/\n")
    }

    @Test func `a recorded mistake is not new on the next day`() throws {
        let expired = Self.security(Self.hash, " expiration=\"2020-01-01\"")
        let workshop = try Workshop(Self.rogue.merging(["nsc.xml": expired]) { $1 })
        func audit(_ day: String) -> Workshop.Result {
            workshop.hatpin("audit nsc.xml --chain-only --baseline kept --now \(day)T00:00:00Z")
        }
        let first = "audit nsc.xml --chain-only --write-baseline kept --now 2026-11-23T00:00:00Z"
        #expect(workshop.hatpin(first).exit == 0)
        let later = audit("2026-11-24")
        #expect(later.output.contains("2519 days ago"))
        #expect(later.exit == 0, "\(later.error)")
    }

    @Test func `keeps the file if the fix cannot be written, and a fixed script stays executable`()
        throws
    {
        let script = "#!/bin/sh\ncurl -k https://example.com/\n"
        let workshop = try Workshop(["folder/deploy.sh": script])
        #expect(
            workshop.shell("chmod 750 folder/deploy.sh; ln -s deploy.sh folder/link.sh").exit == 0
        )
        // ast-grep needs temporary files, so the fix is one of a configuration.
        let configuration =
            "<network-security-config><base-config cleartextTrafficPermitted=\"true\"/>"
            + "</network-security-config>\n"
        try workshop.write(configuration, to: "nsc.xml")
        let full = "trap '' XFSZ; ulimit -f 0; "
        let failed = workshop.shell(full + "hatpin audit nsc.xml --write")
        #expect(failed.exit == 3, "\(failed)")
        #expect(workshop.read("nsc.xml") == configuration)
        #expect(workshop.shell("ls folder").output == "deploy.sh\nlink.sh\n")
        #expect(workshop.hatpin("audit folder/link.sh --write").exit == 0)
        #expect(workshop.read("folder/deploy.sh") == script.replacing(" -k", with: ""))
        #expect(workshop.shell("stat -c %a folder/deploy.sh").output == "750\n")
        #expect(workshop.shell("readlink folder/link.sh").output == "deploy.sh\n")
    }

    @Test func `a host without an entry has no pin`() throws {
        let files = Self.rogue.merging(["nsc.xml": Self.security(Self.hash)]) { $1 }
        let workshop = try Workshop(files)
        let governed = workshop.hatpin("audit nsc.xml --host api.example.com")
        #expect(governed.exit == 0)
        #expect(governed.output.contains("android:config=nsc.xml for api.example.com\n"))
        let other = workshop.hatpin("audit nsc.xml --host example.net")
        #expect(other.exit == 1)
        #expect(other.output.contains("nothing is pinned: 1 attack that a pin stops is accepted"))
    }

    @Test func `compares a new file with the old file, and exits with 1 if the new file is weaker`()
        throws
    {
        let expired = Self.security(Self.hash, " expiration=\"2020-01-01\"")
        let files = Self.rogue.merging(["a.xml": Self.security(Self.hash), "b.xml": expired]) { $1 }
        let workshop = try Workshop(files)
        let weaker = workshop.hatpin("compare a.xml b.xml")
        #expect(weaker.exit == 1)
        #expect(weaker.output.hasPrefix("  weaker     high[NSC-"))
        #expect(
            weaker.output.hasSuffix(
                """

                android for example.com, subdomain.example.com
                  weaker     accepts 1 attack that needs a certificate for the host from any trusted
                             authority, such as one that the device's user was talked into installing
                             (high)


                """
            )
        )
        let stronger = workshop.hatpin("compare b.xml a.xml")
        #expect(stronger.exit == 0)
        #expect(stronger.output.contains("\n  stronger   refuses 1 attack that needs"))
        let same = workshop.hatpin("compare a.xml a.xml")
        #expect(same.exit == 0)
        #expect(same.output == "nothing became weaker or stronger\n")
        let json = workshop.hatpin("compare a.xml b.xml --format json")
        #expect(json.output.contains(#""stopsWorking":false,"weaker":[{"severity":"high""#))
    }

    @Test(arguments: ["", "--write-baseline base.json", "--baseline base.json"])
    func `an audit without an applicable case fails`(option: String) throws {
        let workshop = try Workshop(Workshop.good)
        let audit = "audit okhttp --builtin --filter"
        _ = workshop.hatpin("\(audit) id:time/expired-leaf --write-baseline base.json")
        let result = workshop.hatpin("\(audit) tag:starttls \(option)")
        #expect(result.exit == 4, "\(result)")
        #expect(result.error.contains("no selected case applies"), "\(result)")
    }

    @Test func `writes a baseline, and exits with 1 for later changes`() throws {
        let expired = Self.security(Self.hash, " expiration=\"2020-01-01\"")
        let workshop = try Workshop(Self.rogue.merging(["a.xml": expired]) { $1 })
        let audit = "audit a.xml --baseline base.json"
        let write = "audit a.xml --write-baseline base.json"
        let first = workshop.hatpin(write)
        #expect(first.exit == 0)
        #expect(first.error.hasSuffix("hatpin: base.json contains the findings now\n"))
        #expect(workshop.hatpin(audit).exit == 0)
        try workshop.write(Self.security(Self.hash), to: "a.xml")
        let fixed = workshop.hatpin(audit)
        #expect(fixed.exit == 1)
        #expect(fixed.error.contains("the baseline is out of date"))
        #expect(workshop.hatpin(write).exit == 0)
        try workshop.write(expired, to: "a.xml")
        let weaker = workshop.hatpin(audit)
        #expect(weaker.exit == 1)
        #expect(weaker.error.contains("  weaker     accepts 1 attack"))
        try workshop.write("{}", to: "base.json")
        #expect(workshop.hatpin(audit).exit == 2)
    }

    @Test func `reports a setup that cannot be forged as a setup without a verdict`() throws {
        let far = """
            scenario: far
            about: A leaf that no certificate can say the end of.
            leaf: { valid: -1d..+100y }
            expect: accept
            """
        let workshop = try Workshop(Workshop.alone.merging(["Scenarios/time/far.yaml": far]) { $1 })
        for command in ["audit curl", "compare curl reference"] {
            let result = workshop.hatpin("\(command) --now 9985-01-01")
            #expect(result.exit == 3, "\(command)")
            let obstacle = "hatpin: 1 setup without a verdict, such as time/far: "
            #expect(result.error.contains(obstacle), "\(result.error)")
            let isAudit = command == "audit curl"
            let head = "too few verdicts to tell; 0 test cases; 1 without a verdict"
            #expect(result.output.contains(head) == isAudit, "\(result.output)")
            #expect(workshop.hatpin("\(command) --now 2026-11-22").exit == 0, "\(command)")
        }
    }

    @Test func `--builtin overrides a folder of scenarios`() throws {
        let workshop = try Workshop(Workshop.good)
        let result = workshop.hatpin(
            "audit reference --builtin --chain-only --filter id:time/far-ends"
        )
        #expect(result.exit == 0)
        #expect(result.error == "")
    }

    @Test func `audit writes JSON`() throws {
        let workshop = try Workshop(Workshop.good)
        let result = workshop.hatpin("audit --format json reference urlsession")
        #expect(result.exit == 0)
        #expect(
            result.output == #"""
                {"version":2,"tool":"hatpin 0.1.0","findings":[],"unread":[],"filesRead":0,"filesNotRead":[],"excluded":0,\#
                "inForce":["--scenarios=Scenarios (hatpin.yaml:1:10)"],"files":[],"audits":[{"party":"reference","hosts":[],\#
                "judged":2,"notApplicable":0,"failed":0,"acceptsNothing":false,"opened":0,\#
                "weaknesses":[],"refusals":[]},{"party":"urlsession","hosts":[],"judged":2,\#
                "notApplicable":0,"failed":0,"acceptsNothing":false,"pinning":{"pins":"own","attacks":0,\#
                "held":0},"opened":0,"system":"urlsession","weaknesses":[],"refusals":[]}],\#
                "systems":[{"system":"urlsession","weaknesses":[],"refusals":[]}]}

                """#
        )
    }

    @Test(arguments: [
        ("audit nobody", 64, "hatpin: there is no file nobody: no party is named 'nobody'\n"),
        ("audit nothing.xml", 2, "nothing.xml is neither a file nor a party"),
        ("audit reference --filter id:nothing", 4, "nothing"),
        ("audit reference --now yesterday", 64, "--now must be a time"),
    ])
    func `audit reports requests that cannot be fulfilled`(
        _ command: String,
        exit: Int32,
        words: String
    ) throws {
        let result = try Workshop(Workshop.good).hatpin(command)
        #expect(result.exit == exit)
        #expect(result.error.contains(words))
    }
}
