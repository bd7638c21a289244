import X509

/// Returns a SignedData without signatures that carries these certificates (RFC 5652 §5.1).
package func signedData(_ certificates: [[UInt8]]) -> [UInt8] {
    DERWriter.bytes { writer in
        writer.constructed(.sequence) { writer in
            writer.objectIdentifier(.signedData)
            writer.constructed(.context(0, constructed: true)) { writer in
                writer.constructed(.sequence) { writer in
                    writer.integer(1)
                    writer.constructed(.set) { _ in }
                    writer.constructed(.sequence) { writer in
                        // 1.2.840.113549.1.7.1, the data type.
                        writer.objectIdentifier(
                            ObjectIdentifier(
                                content: ObjectIdentifier.signedData.content.dropLast() + [1]
                            )
                        )
                    }
                    writer.constructed(.context(0, constructed: true)) { writer in
                        certificates.forEach { writer.raw($0) }
                    }
                    writer.constructed(.set) { _ in }
                }
            }
        }
    }
}
