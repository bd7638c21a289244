import Crypto
import X509

// Rules on OCSP responses (RFC 6960 §3.2, §4.2.2), and on their absence.
extension RevocationCheck {
    package static let responseExtensions = RevocationCheck(
        "critical-ocsp-extensions",
        about: "The only critical extension of an OCSP response is a list of SCTs that decodes.",
        source: "RFC 6960 §4.4; RFC 6962 §3.3",
        .response { inquiry throws(Rejection) in
            let response = inquiry.response
            let known = ObjectIdentifier.ocspSCTs
            let single = inquiry.single.extensions
            for critical in response.extensions + single where critical.isCritical {
                let identifier = response.identifier(at: critical.identifier)
                // RFC 6962 does not say whether the extension with SCTs is critical.
                guard identifier == known, single.contains(critical) else {
                    throw inquiry.invalid(.unhandledCriticalExtension(identifier))
                }
                do throws(DERError) {
                    var body = DERReader(response.der, in: critical.value)
                    _ = try SignedCertificateTimestamp.list(&body)
                    try body.finish()
                } catch {
                    throw inquiry.invalid(.malformed(error))
                }
            }
        }
    )

    package static let responseCertificate = RevocationCheck(
        "ocsp-cert-id",
        about: "An OCSP response names the certificate that it came with: its serial number, and "
            + "its issuer's name and key.",
        source: "RFC 6960 §3.2, §4.1.1",
        .response { inquiry throws(Rejection) in
            let isMeant = inquiry.single.certificate.names(
                inquiry.certificate,
                of: inquiry.issuer,
                in: inquiry.response.der
            )
            guard isMeant else { throw inquiry.invalid(.certificate) }
        }
    )

    package static let responseFreshness = RevocationCheck(
        "ocsp-freshness",
        about: "The verify date is between an OCSP response's thisUpdate and its nextUpdate, or at "
            + "most ten days after thisUpdate if there is no nextUpdate.",
        source: "RFC 6960 §4.2.2.1; CA/B Forum BR §4.9.10",
        bindsRevocations: false,
        .response { inquiry throws(Rejection) in
            let (single, date) = (inquiry.single, inquiry.verifyDate)
            let period = StatusPeriod(
                thisUpdate: single.thisUpdate,
                nextUpdate: single.nextUpdate
            )
            let end = single.nextUpdate ?? single.thisUpdate + longestInterval
            guard single.thisUpdate <= end else { throw inquiry.invalid(.period(period)) }
            let begins = max(single.thisUpdate, inquiry.response.producedAt)
            guard begins <= date else {
                throw Rejection.revocationNotYetValid(
                    begins: begins,
                    verifyDate: date,
                    depth: inquiry.depth
                )
            }
            guard date <= end else {
                throw Rejection.revocationStale(period, verifyDate: date, depth: inquiry.depth)
            }
        }
    )

    /// Ten days, in seconds: the longest validity that the Baseline Requirements allow for a
    /// response (CA/B Forum BR §4.9.10).
    ///
    /// RFC 6960 leaves the age of a response without nextUpdate to the client.
    private static let longestInterval: Int64 = 10 * 86_400

    package static let responseSignatureStrength = responseSignatureStrength(acceptingSHA1: false)

    /// Returns the rule `responseSignatureStrength`; `acceptsSHA1` is true for old clients.
    static func responseSignatureStrength(acceptingSHA1 acceptsSHA1: Bool) -> RevocationCheck {
        RevocationCheck(
            "ocsp-signature-strength",
            about: "If certificates must be signed with a known algorithm and an unbroken "
                + "digest, an OCSP response must be too.",
            source: "RFC 6960 §4.3; CA/B Forum BR §7.1.3.2",
            .response { inquiry throws(Rejection) in
                let response = inquiry.response
                guard let algorithm = SigningAlgorithm(of: response) else {
                    let identifier = response.identifier(at: response.outerAlgorithm.algorithm)
                    throw inquiry.invalid(.unsupportedAlgorithm(identifier))
                }
                guard algorithm.isWeak(acceptingSHA1: acceptsSHA1) else { return }
                throw inquiry.invalid(.weakSignature(algorithm: algorithm.name))
            }
        )
    }

    package static let responderAuthority = RevocationCheck(
        "ocsp-responder-authority",
        about: "The signer of an OCSP response is the certificate's issuer, or has a valid "
            + "certificate from that issuer for signing OCSP responses.",
        source: "RFC 6960 §4.2.2.2",
        .response { inquiry throws(Rejection) in
            let signer = inquiry.signer
            guard !inquiry.isSignedByIssuer else { return }
            // anyExtendedKeyUsage is not enough: the responder "MUST include" this purpose.
            let purposes = signer.extensions.extendedKeyUsage ?? []
            let isResponder = purposes.contains {
                signer.der[$0].elementsEqual(ObjectIdentifier.ocspSigning.content)
            }
            guard isResponder,
                signer.extensions.keyUsage?.contains(.digitalSignature) != false
            else { throw inquiry.invalid(.unauthorizedResponder) }
            // The budget is copied, because `StatusSearch` has already paid for the signature on
            // the responder's certificate.
            var budget = inquiry.budget
            do throws(Rejection) {
                // "Issued directly by the CA that is identified in the request."
                _ = try inquiry.authorities.path(
                    of: signer,
                    in: CertificatePool(anchors: [inquiry.issuer], served: []),
                    at: inquiry.verifyDate,
                    budget: &budget
                )
            } catch {
                throw inquiry.invalid(.responder(error.code))
            }
        }
    )

    package static let responseSignature = RevocationCheck(
        "ocsp-signature",
        about: "The responder's key signed the OCSP response.",
        source: "RFC 6960 §3.2",
        .response { inquiry throws(Rejection) in
            // The issuer is the anchor of a responder's path, so its own parameters count.
            let above = inquiry.isSignedByIssuer ? inquiry.above : [inquiry.issuer]
            guard inquiry.cache.isSigned(inquiry.response, by: inquiry.signer, above: above) else {
                throw inquiry.invalid(.badSignature)
            }
        }
    )

    package static let mustStaple = RevocationCheck(
        "must-staple",
        about: "An end entity with must-staple comes with an OCSP response that reports it as "
            + "good.",
        source: "RFC 7633 §4.3.3",
        .certificate { inquiry throws(Rejection) in
            guard inquiry.depth == 0, !inquiry.hasGoodStaple else { return }
            let features: [Int]?
            do throws(DERError) {
                features = try inquiry.certificate.tlsFeatures()
            } catch {
                throw .badExtension(.tlsFeature, error, depth: inquiry.depth)
            }
            // 5 is the TLS extension status_request (RFC 6066 §8).
            guard features?.contains(5) == true else { return }
            throw .revocationUnknown(.missingStaple, depth: inquiry.depth)
        }
    )
}

extension ResponseInquiry {
    /// Whether the signer has the issuer's name and key.
    var isSignedByIssuer: Bool {
        signer.der[signer.spki] == issuer.der[issuer.spki]
            && signer.subjectName.matches(issuer.subjectName)
    }
}

extension OCSPCertificateID {
    /// Whether the CertID identifies `certificate`, issued by `issuer`; false for an unknown
    /// digest.
    func names(_ certificate: Certificate, of issuer: Certificate, in der: [UInt8]) -> Bool {
        guard der[serial] == certificate.der[certificate.serial],
            let algorithm = DigestAlgorithm(content: der[hashAlgorithm.algorithm]),
            Self.digests.contains(algorithm), let digest = Digest(algorithm)
        else { return false }
        return digest.makes(der[issuerNameHash], of: certificate.der[certificate.issuer])
            && digest.makes(der[issuerKeyHash], of: issuer.der[issuer.publicKey.bits])
    }

    /// The digests that a CertID may use.
    ///
    /// SHA-1 only identifies an issuer here; clients still send it (RFC 5019 §2.1.1).
    private static let digests: [DigestAlgorithm] = [.sha1, .sha256, .sha384, .sha512]
}

extension BasicOCSPResponse.Responder {
    /// Whether the ResponderID identifies the subject of `certificate`.
    func names(_ certificate: Certificate, in response: BasicOCSPResponse) -> Bool {
        switch self {
        case .name(let place): certificate.subjectName.matches(response.name(at: place))
        case .key(let place):
            Digest.sha1.makes(response.der[place], of: certificate.der[certificate.publicKey.bits])
        }
    }
}

extension Digest {
    /// Whether `digest` is the digest of `bytes`.
    fileprivate func makes(_ digest: ArraySlice<UInt8>, of bytes: ArraySlice<UInt8>) -> Bool {
        (try? hash(bytes))?.elementsEqual(digest) == true
    }
}
