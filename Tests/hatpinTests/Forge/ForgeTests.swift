import CommandWorkshop
import Testing

/// `hatpin forge`.
@Suite("forge", .blocking)
struct ForgeTests {
    @Test func `OpenSSL accepts and rejects the files of a case as Hatpin does`() throws {
        let workshop = try Workshop(Workshop.good)
        let result = workshop.hatpin("forge names/exact --out out --now 2026-11-21T09:30:00Z")
        #expect(result.error == "")
        #expect(result.exit == 0)
        let verify =
            "openssl verify -no-CApath -no-CAstore -CAfile out/trust.pem -attime 1795253400 "
            + "-verify_hostname www.example.test -untrusted out/chain.pem out/chain.pem"
        #expect(
            result.output == """
                names/exact in out: 3 certificates with keys
                served     leaf, intermediate
                trusted    root
                to judge   \(verify)
                to serve   openssl s_server -accept 8443 -www -cert out/chain.pem -cert_chain out/chain.pem -key out/key.pem

                """
        )
        #expect(workshop.shell(verify).exit == 0)
        let listed = workshop.shell("find out -printf '%m %P\\n' | sort -k2")
        #expect(
            listed.output == """
                700 \n755 certificates
                644 certificates/intermediate.pem
                644 certificates/leaf.pem
                644 certificates/root.pem
                644 chain.pem
                600 key.pem
                700 keys
                600 keys/intermediate.pem
                600 keys/leaf.pem
                600 keys/root.pem
                644 trust.pem

                """
        )
    }

    @Test func `OpenSSL also rejects an expired leaf`() throws {
        let workshop = try Workshop(Workshop.good)
        let forged = workshop.hatpin("forge time/expired-leaf --out out")
        let verify = forged.output.split(separator: "\n").first { $0.hasPrefix("to judge") }
        let judged = workshop.shell(String(try #require(verify).dropFirst("to judge   ".count)))
        #expect(judged.exit == 2)
        #expect((judged.output + judged.error).contains("certificate has expired"))
    }

    @Test func `forge also writes CRLs and OCSP responses`() throws {
        let workshop = try Workshop([
            "Scenarios/revoked.yaml": """
            scenario: revoked
            about: a
            sources: [RFC 5280]
            leaf: { crl: revoked }
            server: { staple: leaf }
            client: { crls: [intermediate] }
            expect: { reject: revoked }
            """
        ])
        #expect(workshop.hatpin("forge revoked --out out").exit == 0)
        let read = workshop.shell(
            """
            openssl crl -in out/crls.pem -noout -text | grep -c 'Serial Number'
            cmp out/crls.pem out/crls/intermediate.pem && cmp out/staple.der out/responses/leaf.der
            openssl ocsp -respin out/staple.der -noverify -resp_text | grep -c 'Cert Status: good'
            """
        )
        #expect(read == Workshop.Result(exit: 0, output: "1\n1\n", error: read.error))
    }

    @Test func `forge writes only into a new or empty folder`() throws {
        let workshop = try Workshop(Workshop.good)
        let out = workshop.shell("mkdir out; touch out/mine; hatpin forge names/exact --out out")
        #expect(out.exit == 3)
        #expect(
            out.error == """
                hatpin: cannot write into out: it is not empty
                  help: name a new folder

                """
        )
    }

    @Test(arguments: [
        ("", "Missing expected argument '--out <folder>'"),
        ("--out a --now today", "--now must be a time such as 2026-11-21T09:30:00Z"),
        (
            "--out a",
            "--out needs one case, and 2 are selected\n  help: name one of them: "
                + "names/exact, time/expired-leaf"
        ),
    ])
    func `forge suggests a correct command line for a wrong command line`(
        _ arguments: String,
        _ message: String
    ) throws {
        let result = try Workshop(Workshop.good).hatpin("forge " + arguments)
        #expect(result.exit == 64)
        #expect(result.error.contains(message))
    }
}
