import Crypto
import X509

/// An SCT whose signature verifies, and its source.
package struct CountedSCT: Hashable, Sendable {
    let log: TransparencyLog
    let date: Instant
    let isEmbedded: Bool
}

/// The search for the SCTs of an end entity that verify (RFC 6962 §5.2).
package struct SCTSearch {
    private let endEntity, issuer: Certificate
    private let logs: [TransparencyLog]
    private let verifyDate: Instant
    /// Whether SCTs with a future date count.
    private let takesFuture: Bool
    /// The number of signatures that may still be verified.
    package private(set) var limit: Int
    package private(set) var counted: [CountedSCT] = []
    /// The faults of the SCTs that do not count, in the order of the SCTs.
    package private(set) var faults: [SCTFault] = []

    /// Makes a search that has found nothing yet.
    ///
    /// - Parameters:
    ///   - endEntity: the certificate that the SCTs are for.
    ///   - issuer: the issuer of `endEntity`; the signatures of logs also cover the issuer's key.
    ///   - logs: the logs that the client knows.
    ///   - verifyDate: the time of the evaluation.
    ///   - limit: the maximum number of signatures to verify.
    ///   - takesFuture: whether SCTs with a future date count.
    package init(
        of endEntity: Certificate,
        issuedBy issuer: Certificate,
        among logs: [TransparencyLog],
        at verifyDate: Instant,
        verifying limit: Int,
        takesFuture: Bool = false
    ) {
        (self.endEntity, self.issuer, self.logs) = (endEntity, issuer, logs)
        (self.verifyDate, self.limit, self.takesFuture) = (verifyDate, limit, takesFuture)
    }

    /// Collects the SCTs in the certificate.
    package mutating func countEmbedded() throws(TooManySCTs) {
        let list: [SignedCertificateTimestamp]
        let entry: [UInt8]
        do throws(DERError) {
            list = try endEntity.signedCertificateTimestamps() ?? []
            let tbs = try endEntity.tbsWithoutSCTs()
            let key = (try? Digest.sha256.hash(issuer.der[issuer.spki])) ?? []
            // The log entry is a precert_entry (§3.2).
            entry = [0, 1] + key + tbs.vector(lengthBytes: 3)
        } catch {
            return note(error)
        }
        try count(list, in: endEntity.der, over: entry, isEmbedded: true)
    }

    /// Collects the SCTs of a SignedCertificateTimestampList that came with the certificate; the
    /// list is at `place` in `bytes`.
    package mutating func count(
        _ bytes: [UInt8],
        in place: Range<Int>
    ) throws(TooManySCTs) {
        let list: [SignedCertificateTimestamp]
        do throws(DERError) {
            list = try SignedCertificateTimestamp.list(bytes, in: place)
        } catch {
            return note(error)
        }
        // The log entry is an x509_entry (§3.2).
        let entry = [0, 0] + endEntity.der.vector(lengthBytes: 3)
        try count(list, in: bytes, over: entry, isEmbedded: false)
    }

    /// Records that a list does not decode: none of its SCTs counts, even if some of them decode.
    package mutating func note(_ error: DERError) { faults.append(.malformed(error)) }

    private mutating func count(
        _ list: [SignedCertificateTimestamp],
        in bytes: [UInt8],
        over entry: [UInt8],
        isEmbedded: Bool
    ) throws(TooManySCTs) {
        for listed in list {
            guard case .v1(let fields) = listed else {
                faults.append(.unknownVersion)
                continue
            }
            let known: CountedSCT
            do throws(SCTFault) {
                known = try sct(fields, in: bytes, isEmbedded: isEmbedded)
            } catch {
                faults.append(error)
                continue
            }
            guard limit > 0 else { throw TooManySCTs() }
            limit -= 1
            if fields.isSigned(by: known.log, over: entry, in: bytes) {
                counted.append(known)
            } else {
                faults.append(.badSignature)
            }
        }
    }

    /// Returns the SCT, if the client knows its log and the date is not in the future.
    private func sct(
        _ fields: SignedCertificateTimestamp.V1,
        in bytes: [UInt8],
        isEmbedded: Bool
    ) throws(SCTFault) -> CountedSCT {
        guard let log = logs.first(where: { $0.id.elementsEqual(bytes[fields.logID]) }) else {
            throw .unknownLog
        }
        // The date counts in whole seconds, like the times of certificates. So an SCT made within
        // the second of the verify date is not in the future.
        let date = Instant(seconds: Int64(clamping: fields.timestamp / 1_000))
        guard takesFuture || date <= verifyDate else { throw .future(date) }
        // Clients count only SCTs of logs in one of these states.
        guard [.qualified, .usable, .readOnly, .retired].contains(log.state) else {
            throw .unknownLog
        }
        return CountedSCT(log: log, date: date, isEmbedded: isEmbedded)
    }
}

extension SignedCertificateTimestamp.V1 {
    /// Whether the log's key made the signature (§3.2).
    fileprivate func isSigned(
        by log: TransparencyLog,
        over entry: [UInt8],
        in bytes: [UInt8]
    ) -> Bool {
        var signed: [UInt8] = [0, 0]
        signed += withUnsafeBytes(of: timestamp.bigEndian, Array.init)
        signed += entry
        signed += Array(bytes[extensions]).vector(lengthBytes: 2)
        // SHA-256 and ECDSA (RFC 5246 §7.4.1.4.1): the keys of these logs are on P-256 (§2.1.4).
        guard hash == 4, signatureAlgorithm == 3, let key = try? PublicKey(spki: log.key) else {
            return false
        }
        return key.verifies(bytes[signature], over: signed, by: .ecdsa(.sha256))
    }
}
