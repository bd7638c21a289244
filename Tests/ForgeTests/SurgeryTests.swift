import Crypto
import Testing
import X509

@testable import Forge

@Suite struct SurgeryTests {
    /// The paths of a whole certificate, and the leaf's bytes at each, in hexadecimal.
    static let places: [(path: String, bytes: String)] = [
        ("tbsCertificate.version", "a003020102"),
        ("version.value", "020102"),
        ("tbsCertificate.serialNumber", "020105"),
        ("signature.algorithm", "06082a8648ce3d040302"),
        ("tbsCertificate.validity.notBefore", "170d3236313132313030303030305a"),
        ("validity[1]", "170d3236313132313030303030315a"),
        ("subject[0]", "310a300806035504030c0178"),
        ("subject[0][0].type", "0603550403"),
        ("subject[0][0].value", "0c0178"),
        ("subjectPublicKeyInfo.algorithm.parameters", "06082a8648ce3d030107"),
        ("extensions[0].extnID", "0603551d13"),
        ("extensions.basicConstraints.critical", "0101ff"),
        ("extensions.basicConstraints.cA", "0101ff"),
        ("extensions.basic-constraints.pathLenConstraint", "020103"),
        ("extensions.2.5.29.19.extnValue", "04083006 0101ff 020103"),
        ("extensions.2.5.29.19.value", "3006 0101ff 020103"),
        ("extensions.value[0].extnID", "0603551d13"),
        ("extensions.keyUsage.value", "03020780"),
        ("extensions.subjectAltName[0]", "8206 612e74657374"),
        ("extensions.2.5.29.17[1]", "8704 7f000001"),
        ("extensions.extKeyUsage[0]", "0608 2b06010505070301"),
        ("extensions.authorityKeyIdentifier.keyIdentifier", "8001aa"),
        ("signatureAlgorithm.algorithm", "06082a8648ce3d040302"),
    ]

    private func base(_ entity: inout Entity) {
        entity.serial = [5]
        entity.notBefore = .relative(0)
        entity.notAfter = .relative(1)
        entity.subject = Name((.commonName, "x"))
        entity.isCA = true
        entity.pathLength = 3
        entity.subjectAlternativeNames = [.dns("a.test"), .ip([127, 0, 0, 1])]
        entity.authorityKeyID = .bytes([0xaa])
    }

    @Test(arguments: places)
    func `finds fields by their paths`(_ place: (path: String, bytes: String)) throws {
        let whole = try leaf(base)
        let bytes = try #require([UInt8](hex: place.bytes))
        // Removing the element removes these bytes; enclosing lengths are updated.
        let without = try leaf {
            base(&$0)
            $0.raw = [.set(path: place.path, encoding: [])]
        }
        let dropped = try leaf {
            base(&$0)
            $0.raw = [.drop(path: place.path)]
        }
        #expect(without == dropped)
        var tree = SignedTree(whole)
        try tree.set(place.path, [])
        #expect(tree.encoded == dropped)
        #expect(try SignedTree(whole).bytes(at: place.path) == bytes)
        try Surgery.check(path: place.path)
    }

    @Test func `encodes every parsed certificate unchanged`() throws {
        for name in ["root", "intermediate", "leaf"] {
            let certificate = try baselineSetup().forge(seed: 1, at: now).certificate(name)
            #expect(SignedTree(certificate).encoded == certificate)
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let surgery: [Surgery]
        /// The path, and the bytes there afterwards, in hexadecimal.
        let path, bytes: String

        var testDescription: String { name }
    }

    static let operations: [Case] = [
        Case(
            name: "set",
            surgery: [.set(path: "serialNumber", encoding: [0x02, 0x01, 0x2a])],
            path: "serialNumber",
            bytes: "02012a"
        ),
        Case(
            name: "set to bytes that are not an element",
            surgery: [.set(path: "serialNumber", encoding: [0xff])],
            path: "tbsCertificate[1]",
            bytes: "ff"
        ),
        Case(
            name: "retag",
            surgery: [.retag(path: "subject[0][0].value", tag: 0x13)],
            path: "subject[0][0].value",
            bytes: "130178"
        ),
        Case(
            name: "relength",
            surgery: [.relength(path: "serialNumber", bytes: [0x81, 0x01])],
            path: "serialNumber",
            bytes: "02810105"
        ),
        Case(
            name: "truncate a string",
            surgery: [.truncate(path: "extensions.subjectAltName[0]", count: 1)],
            path: "extensions.subjectAltName[0]",
            bytes: "820161"
        ),
        Case(
            name: "truncate a sequence",
            surgery: [.truncate(path: "validity", count: 0)],
            path: "validity",
            bytes: "3000"
        ),
        Case(
            name: "swap",
            surgery: [.swap(path: "validity.notBefore", with: "validity.notAfter")],
            path: "validity[0]",
            bytes: "170d3236313132313030303030315a"
        ),
        Case(
            name: "swap fields, which keep their names",
            surgery: [
                .swap(path: "validity.notBefore", with: "validity.notAfter"),
                .set(path: "validity.notAfter", encoding: [0x05, 0x00]),
            ],
            path: "validity[0]",
            bytes: "0500"
        ),
        Case(
            name: "duplicate",
            surgery: [.duplicate(path: "extensions.basicConstraints")],
            path: "extensions[1].extnID",
            bytes: "0603551d13"
        ),
        Case(
            name: "drop",
            surgery: [.drop(path: "extensions.basicConstraints")],
            path: "extensions[0].extnID",
            bytes: "0603551d0f"
        ),
    ]

    @Test(arguments: operations)
    func `performs each operation`(_ test: Case) throws {
        var tree = SignedTree(try leaf(base))
        for operation in test.surgery { try tree.apply(operation) }
        #expect(try tree.bytes(at: test.path) == [UInt8](hex: test.bytes))
        let forged = try leaf {
            base(&$0)
            $0.raw = test.surgery
        }
        #expect(forged == tree.encoded)
    }

    @Test func `keeps the old signature unless the last step is resign`() throws {
        func setup(_ raw: [Surgery]) throws -> ForgedPKI {
            try baselineSetup { $0.entities["leaf"]?.raw = raw }.forge(seed: 1, at: now)
        }
        let set = Surgery.set(path: "serialNumber", encoding: [0x02, 0x01, 0x2a])
        #expect(try !setup([set]).isSigned("leaf", by: "intermediate", .ecdsa(.sha256)))
        #expect(try setup([set, .resign]).isSigned("leaf", by: "intermediate", .ecdsa(.sha256)))
        #expect(try !setup([.resign, set]).isSigned("leaf", by: "intermediate", .ecdsa(.sha256)))
    }

    struct Astray: Sendable, CustomTestStringConvertible {
        let path: String
        let fault: PathFault.Fault
        let step: String
        /// Whether the check of a path, without a certificate, already finds the fault.
        var isKnownBefore = true

        var testDescription: String { path }
    }

    static let astray: [Astray] = [
        Astray(path: "", fault: .syntax, step: ""),
        Astray(path: "validity..notAfter", fault: .syntax, step: ""),
        Astray(path: "extensions[x]", fault: .syntax, step: "extensions[x]"),
        Astray(path: "extensions[-1]", fault: .syntax, step: "extensions[-1]"),
        Astray(
            path: "extensions[99999999999999999999]",
            fault: .syntax,
            step: "extensions[99999999999999999999]"
        ),
        Astray(path: "[0]", fault: .syntax, step: "[0]"),
        Astray(
            path: "tbsCertificate.validity.notAftr",
            fault: .unknownField(known: ["notBefore", "notAfter"]),
            step: "notAftr"
        ),
        Astray(
            path: "subject.commonName",
            fault: .unknownField(known: []),
            step: "commonName"
        ),
        Astray(
            path: "extensions.keyUsage.cA",
            fault: .unknownField(known: ["extnID", "critical", "extnValue", "value"]),
            step: "cA"
        ),
        Astray(
            path: "extensions.nameConstraints",
            fault: .unknownField(known: [
                "value", "basicConstraints", "keyUsage", "extKeyUsage", "subjectAltName",
                "subjectKeyIdentifier", "authorityKeyIdentifier",
            ]),
            step: "nameConstraints",
            isKnownBefore: false
        ),
        Astray(
            path: "extensions[6]",
            fault: .noElement(count: 6),
            step: "[6]",
            isKnownBefore: false
        ),
    ]

    @Test(arguments: astray)
    func `rejects a path that leads to no element`(_ test: Astray) throws {
        let fault = PathFault(fault: test.fault, path: test.path, step: test.step)
        #expect(throws: ForgeError.surgery(entity: "leaf", fault)) {
            try leaf {
                base(&$0)
                $0.raw = [.drop(path: test.path)]
            }
        }
        if test.isKnownBefore {
            #expect(throws: fault) { try Surgery.check(path: test.path) }
        } else {
            try Surgery.check(path: test.path)
        }
    }

    @Test func `rejects a swap of nested elements`() {
        let fault = PathFault(fault: .overlap, path: "validity", step: "validity.notBefore")
        #expect(throws: ForgeError.surgery(entity: "leaf", fault)) {
            try leaf { $0.raw = [.swap(path: "validity", with: "validity.notBefore")] }
        }
    }

    @Test func `finds no child elements in bytes that are not a DER element`() {
        let fault = PathFault(fault: .notAnElement, path: "tbsCertificate[1]", step: "[1]")
        #expect(throws: ForgeError.surgery(entity: "leaf", fault)) {
            try leaf {
                $0.raw = [
                    .set(path: "serialNumber", encoding: [0xff]),
                    .retag(path: "tbsCertificate[1]", tag: 2),
                ]
            }
        }
    }

    @Test func `rejects resign if there is no signed part`() {
        let fault = PathFault(
            fault: .unknownField(known: ["signatureAlgorithm", "signatureValue"]),
            path: "tbsCertificate",
            step: "tbsCertificate"
        )
        #expect(throws: ForgeError.surgery(entity: "leaf", fault)) {
            try leaf { $0.raw = [.drop(path: "tbsCertificate"), .resign] }
        }
    }
}
