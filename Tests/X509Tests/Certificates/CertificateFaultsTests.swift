import Testing
import X509

/// Decoding continues after a faulty field.
@Suite struct CertificateFaultsTests {
    /// The sample without its extension, whose body is broken.
    private static let sample: [UInt8] = {
        var sample = SampleCertificate()
        sample.extensions = "3009 0603551d13 0402 3000"
        return sample.der
    }()

    private static func faults(
        by rules: DERRules = .strict,
        _ change: (inout [UInt8]) -> Void
    ) throws -> CertificateFaults {
        var der = Self.sample
        change(&der)
        return CertificateFaults(in: der, by: rules)
    }

    @Test func `finds no fault in a valid certificate, and finds the certificate's key`() throws {
        let certificate = try Certificate(der: Self.sample)
        let faults = try Self.faults { _ in }
        #expect(faults.all == [])
        #expect(faults.publicKey == certificate.spki)
    }

    @Test func `reports each faulty field and still reads the key`() throws {
        let certificate = try Certificate(der: Self.sample)
        let faults = try Self.faults { der in
            // The month of notBefore, and the unused bits of the signature.
            let time = certificate.issuer.upperBound + 4
            der[time + 2] = UInt8(ascii: "9")
            der[certificate.signature.lowerBound - 1] = 1
        }
        #expect(
            faults.fields.map(\.path) == [
                "tbsCertificate.validity.notBefore", "signatureValue",
            ]
        )
        #expect(faults.publicKey == certificate.spki)
    }

    @Test func `the first listed fault is the fault at which decoding stops`() throws {
        let certificate = try Certificate(der: Self.sample)
        for index in certificate.der.indices {
            var der = certificate.der
            der[index] ^= 0x55
            let faults = CertificateFaults(in: der)
            do {
                _ = try Certificate(der: der)
                #expect(faults.fields == [], "byte \(index)")
            } catch {
                #expect(faults.fields.first == error, "byte \(index)")
            }
        }
    }

    @Test func `an encoding that the rules allow is not a fault`() throws {
        let change: (inout [UInt8]) -> Void = { $0.append(0) }
        #expect(try Self.faults(change).fields.map(\.fault) == [.trailingBytes])
        #expect(try Self.faults(by: .trailingBytes, change).fields == [])
    }
}
