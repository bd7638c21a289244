import Basics
import X509

/// The certificates that remote clients must trust, as files.
package struct Roots {
    /// A certificate and the name of its file.
    package struct File: Sendable {
        package let name: String
        package let der: [UInt8]
    }

    package let files: [File]

    package init(_ plan: VisitPlan) {
        files = plan.anchors.enumerated().map { number, der in
            File(name: number == 0 ? "root.crt" : "root-\(number + 1).crt", der: der)
        }
    }

    /// All certificates, for clients that read PEM.
    package var pem: [UInt8] {
        Array(files.map { PEM.text("CERTIFICATE", $0.der) }.joined().utf8)
    }

    /// Writes `root.pem` and each certificate as DER.
    package func write(to folder: String) throws(Failure) {
        try Files.makeFolder(folder)
        try Files.write(pem, to: folder + "/root.pem")
        for file in files { try Files.write(file.der, to: "\(folder)/\(file.name)") }
    }
}
