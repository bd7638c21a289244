import CommandWorkshop
import Forge
import Testing
import X509

@Suite("What inspect reads", .blocking)
struct InspectInputTests {
    struct Good: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// Creates `input` from `x.pem`, the chain of a leaf and an intermediate.
        let script: String
        var certificates = 2
        var place: String
    }

    @Test(arguments: [
        Good(testDescription: "PEM", script: "cp x.pem input", place: "line 1"),
        Good(
            testDescription: "PEM with other text around it and other line ends",
            script: "{ echo text; sed 's/$/\\r/' x.pem; echo more; } > input",
            place: "line 2"
        ),
        Good(
            testDescription: "DER",
            script: "openssl x509 -in x.pem -outform DER -out input",
            certificates: 1,
            place: "478 bytes"
        ),
        Good(
            testDescription: "PKCS #7 in PEM",
            script: "openssl crl2pkcs7 -nocrl -certfile x.pem -out input",
            place: "line 1, byte 45"
        ),
        Good(
            testDescription: "PKCS #7 in DER",
            script: "openssl crl2pkcs7 -nocrl -certfile x.pem -outform DER -out input",
            place: "byte 45"
        ),
        Good(
            testDescription: "a key before the certificates",
            script: "{ openssl genpkey -algorithm ed25519; cat x.pem; } > input",
            place: "line 4"
        ),
    ])
    func reads(_ test: Good) throws {
        let workshop = try Workshop.certificates("leaf", "intermediate")
        let script = "{ \(test.script); } && hatpin inspect --show findings"
        let result = workshop.shell("\(script) input")
        #expect(result.exit == 0 && result.error == "")
        #expect(result.output.split(separator: "✓ breaks no rule").count == test.certificates + 1)
        let first = result.output.prefix { $0 != "\n" }
        #expect(first.contains("   \(test.place)"))
        #expect(workshop.shell("\(script) - < input") == result)
        #expect(!result.output.contains("PRIVATE KEY-----"))
    }

    @Test func `reports a private key and does not show the key`() throws {
        let workshop = try Workshop.certificates("leaf")
        let result = workshop.shell(
            """
            openssl genpkey -algorithm ed25519 > key.pem
            cat key.pem x.pem > both.pem && hatpin inspect both.pem
            """
        )
        #expect(result.exit == 0)
        #expect(result.output.hasSuffix("\nignored: a private key (line 1)\n"))
        let key = workshop.read("key.pem").split(separator: "\n")
        #expect(key.count == 3 && !result.output.contains(key[1]))
    }

    @Test(arguments: ["PEM", "DER"])
    func `a public key has the same pins as its certificate`(form: String) throws {
        let workshop = try Workshop.certificates("leaf")
        let key = workshop.shell(
            """
            openssl x509 -in x.pem -pubkey -noout | openssl pkey -pubin -outform \(form) \
                | hatpin inspect --host www.example.test --show pins -
            """
        )
        let certificate = workshop.hatpin("inspect --show pins x.pem")
        #expect(key.exit == 0 && key.error == "" && key.output.hasPrefix("public key   "))
        #expect(key.output.drop { $0 != "\n" } == certificate.output.drop { $0 != "\n" })
    }

    @Test func `shows CRLs and OCSP responses, in PEM and DER`() throws {
        let workshop = try Workshop()
        let result = workshop.shell(
            """
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -keyout k.pem -nodes -subj /CN=CA -out ca.pem
            printf '[ca]\\ndefault_ca=d\\n[d]\\ndatabase=index\\ncrlnumber=number\\n' > c.cnf
            printf 'certificate=ca.pem\\nprivate_key=k.pem\\ndefault_md=sha256\\n' >> c.cnf
            printf 'default_crl_days=5\\n[crl]\\nauthorityKeyIdentifier=keyid\\n' >> c.cnf
            : > index ; echo 01 > number
            openssl ca -config c.cnf -gencrl -crlexts crl -out crl.pem
            openssl ocsp -issuer ca.pem -serial 7 -reqout request.der
            openssl ocsp -index index -CA ca.pem -rsigner ca.pem -rkey k.pem -rmd sha256 \
                -reqin request.der -respout response.der -ndays 3
            exec 2>&1
            hatpin inspect --show fields crl.pem && hatpin inspect --show fields response.der
            """
        )
        #expect(result.exit == 0)
        for line in [
            "revocation list   line 1, ", "  nextUpdate ", "  cRLNumber ", "OCSP response   ",
            "  responseStatus ", " successful (0)\n", "  certStatus.unknown ",
        ] {
            #expect(result.output.contains(line), "no \(line)")
        }
        let der = workshop.shell(
            "openssl crl -in crl.pem -outform DER | hatpin inspect --show fields -"
        )
        #expect(der.exit == 0 && der.output.hasPrefix("revocation list   "))
    }

    struct Bad: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let script: String
        let result: Workshop.Result
    }

    private static func bad(
        _ description: String,
        _ script: String,
        _ message: String,
        help: String? = nil,
        exit: Int32 = 2
    ) -> Bad {
        let error = "hatpin: \(message)\n" + (help.map { "  help: \($0)\n" } ?? "")
        return Bad(
            testDescription: description,
            script: script,
            result: Workshop.Result(exit: exit, error: error)
        )
    }

    private static let wanted =
        "expected certificates, revocation lists, OCSP responses, PKCS #7 or public keys, as PEM or DER"
    private static let secret =
        "Hatpin did not read it; keep it secret, and inspect its certificate instead"

    static let refused = [
        bad("nothing", ": > input", "input is empty", help: wanted),
        bad(
            "a folder",
            "mkdir input",
            "cannot read input: Is a directory",
            exit: 3
        ),
        bad("no file", ":", "cannot read input: No such file or directory", exit: 3),
        bad(
            "text",
            "echo hello > input",
            "input is neither PEM nor DER",
            help: "PEM begins with a line -----BEGIN CERTIFICATE-----, DER with the byte 30"
        ),
        bad(
            "a private key",
            "openssl genpkey -algorithm ed25519 > input",
            "input contains a private key but no certificate",
            help: secret
        ),
        bad(
            "a private key in DER",
            "openssl genpkey -algorithm ed25519 -outform DER > input",
            "input contains a private key but no certificate",
            help: secret
        ),
        bad(
            "an older private key in DER",
            "openssl ecparam -genkey -name prime256v1 -noout -outform DER > input",
            "input contains a private key but no certificate",
            help: secret
        ),
        bad(
            "an RSA private key in DER",
            #"printf '\060\012\002\001\000\002\002\000\377\002\001\003' > input"#,
            "input contains a private key but no certificate",
            help: secret
        ),
        bad(
            "Diffie-Hellman parameters in DER",
            #"printf '\060\007\002\002\000\377\002\001\002' > input"#,
            "input contains numbers, such as Diffie-Hellman parameters but no certificate",
            help: wanted
        ),
        bad(
            "a request in DER",
            "openssl req -new -newkey ed25519 -nodes -keyout k -subj /CN=x -outform DER > input "
                + "2>/dev/null",
            "input contains a certificate request but no certificate",
            help: wanted
        ),
        bad(
            "a label that would like to be obeyed",
            #"printf -- '-----BEGIN \033[31m-----\nZg==\n-----END \033[31m-----\n' > input"#,
            "input contains a block of ^[[31m but no certificate",
            help: wanted
        ),
        bad(
            "base64 with a stranger in it",
            "sed '3s/^./!/' x.pem > input",
            "input: the CERTIFICATE block in line 1 is not strict base64 at line 3, column 1",
            help: "copy the block again, from its BEGIN line to its END line"
        ),
        bad(
            "a block without an end",
            "sed '$d' x.pem > input",
            "input: the CERTIFICATE block in line 1 has no end",
            help: "copy the block again, from its BEGIN line to its END line"
        ),
        bad(
            "more than anyone has",
            "head -c 16777217 /dev/zero > input",
            "input is larger than 16777216 bytes",
            help: "split it, or extract the certificates that matter"
        ),
    ]

    @Test(arguments: refused)
    func `inspect prints the expected messages and exit codes`(_ test: Bad) throws {
        let workshop = try Workshop.certificates("leaf")
        #expect(workshop.shell("\(test.script)\nhatpin inspect input") == test.result)
    }

    @Test(arguments: [
        "inspect", "inspect --at yesterday x.pem", "inspect --host 'a b' x.pem",
        "inspect --profile webkpi x.pem", "inspect --format xml x.pem",
        "inspect --show all x.pem",
    ])
    func `inspect exits with 64 for usage errors`(arguments: String) throws {
        let result = try Workshop.certificates("leaf").hatpin(arguments)
        #expect(result.exit == 64)
        #expect(result.output == "")
    }

    @Test func `inspect fails for findings on request, and for dates at a given time`() throws {
        let workshop = try Workshop.certificates("leaf")
        #expect(workshop.hatpin("inspect --fail-on-findings x.pem").exit == 0)
        let expired = "inspect --show findings --at 2028-01-01 x.pem"
        let result = workshop.hatpin(expired)
        #expect(result.exit == 0)
        #expect(
            result.output.contains(
                "✗ expired on 2027-02-18T00:00:00Z, checked for 2028-01-01T00:00:00Z\n"
            )
        )
        #expect(workshop.hatpin("\(expired) --fail-on-findings").exit == 1)
        #expect(workshop.hatpin("\(expired) --fail-on-findings --profile rfc5280").exit == 1)
    }

    @Test func `limits the number of blocks and the length of lists`() throws {
        let many = try Workshop([
            "x.pem": String(repeating: PEM.text("CERTIFICATE", [0x66]), count: 1_001)
        ])
        let result = many.hatpin("inspect --show findings x.pem")
        #expect(result.exit == 2)
        #expect(result.output.hasSuffix("\nonly the first 1000 are shown\n"))

        let names = try Workshop.certificates("leaf") {
            $0["leaf"]?.subjectAlternativeNames = (0..<103).map { .dns("h\($0).example.test") }
        }
        let short = names.hatpin("inspect --show fields x.pem").output
        #expect(short.contains("… and 3 more (--full)\n") && !short.contains("h100.example.test"))
        let full = names.hatpin("inspect --show fields --full x.pem").output
        #expect(full.contains("h102.example.test\n") && !full.contains("--full"))
    }

    @Test func `inspect shows the pins of the public key, for the named host`() throws {
        let workshop = try Workshop.certificates("leaf", "intermediate")
        let pin = workshop.shell(
            """
            openssl x509 -in x.pem -pubkey -noout | openssl pkey -pubin -outform DER \
                | openssl dgst -sha256 -binary | base64
            """
        )
        .output.dropLast()
        #expect(pin.count == 44)
        let output = workshop.hatpin("inspect --show pins --host '*.Other.test' x.pem").output
        let leaf = try #require(output.split(separator: "certificate 2 of 2").first)
        #expect(leaf.split(separator: pin).count == 7)
        #expect(leaf.contains(#".add("*.other.test", "sha256/\#(pin)")"#))
        #expect(leaf.contains(#"<domain includeSubdomains="true">other.test</domain>"#))
        let nameless = try Workshop.certificates("root").hatpin("inspect --show pins x.pem").output
        #expect(nameless.contains("no DNS name to pin: --host NAME prints the pins that need one"))
        #expect(!nameless.contains("TSKConfiguration"))
    }
}
