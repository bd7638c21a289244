import PathValidation
import Runner
import TLS
import Testing

struct AlertReasonTests {
    @Test func `only alerts about one fault of a certificate indicate reasons`() {
        let indicated = TLSAlert.allNames.compactMap { name -> String? in
            let reasons = TLSAlert(written: name)?.reasonsAboutCertificate ?? []
            let words = reasons.map(\.rawValue).joined(separator: " ")
            return reasons.isEmpty ? nil : "\(name): \(words)"
        }
        #expect(
            indicated == [
                "certificate-revoked: revoked",
                "certificate-expired: expired not-yet-valid bad-validity",
                "certificate-required: client-certificate-required",
            ]
        )
    }
}
