import Forge
import PathValidation
import X509

extension Setup {
    /// Returns the baseline setup with a client that requires the status of every certificate and
    /// has a CRL of each issuer.
    ///
    /// The CRLs are `root-list`, and `list` of the intermediate.
    package static func listed(_ change: (inout Setup) -> Void = { _ in }) -> Setup {
        Setup { setup in
            setup.revocation = .hardFail
            setup.lists = [
                "root-list": RevocationList(issuer: "root"),
                "list": RevocationList(issuer: "intermediate"),
            ]
            setup.leaf.serial = [5]
            setup.intermediate.serial = [7]
            change(&setup)
        }
    }

    /// Returns the baseline setup with a client that requires the status of every certificate and
    /// receives an OCSP response for each.
    package static func stapled(_ change: (inout Setup) -> Void = { _ in }) -> Setup {
        Setup { setup in
            setup.revocation = .hardFail
            setup.leaf.ocsp = StatusResponse()
            setup.intermediate.ocsp = StatusResponse()
            setup.staples = ["leaf", "intermediate"]
            setup.leaf.serial = [5]
            setup.intermediate.serial = [7]
            change(&setup)
        }
    }

    /// The intermediate's CRL.
    package var list: RevocationList {
        get { lists["list"] ?? RevocationList(issuer: "intermediate") }
        set { lists["list"] = newValue }
    }

    /// The response stapled to the leaf.
    package var response: StatusResponse {
        get { leaf.ocsp ?? StatusResponse() }
        set { leaf.ocsp = newValue }
    }

    /// The default date of declared revocations.
    package static let revocationDate = now + (-18 * 3_600)
    /// The default thisUpdate of declared CRLs and responses.
    package static let thisUpdate = now + (-12 * 3_600)
}

extension Entity.AddedExtension {
    /// Returns an unknown extension with the arc 1.2.`arc`.
    package static func unknown(_ arc: UInt8, critical: Bool) -> Self {
        Self(oid: ObjectIdentifier(content: [0x2a, arc]), critical: critical, value: [0x05, 0x00])
    }
}

extension Rejection {
    /// Returns the rejection of the leaf, with the fault of the most usable CRL.
    package static func unusable(_ fault: ListFault) -> Rejection {
        .revocationUnknown(.list(fault), depth: 0)
    }

    /// Returns the rejection of a certificate that was revoked at the default date.
    package static func revoked(
        _ serial: UInt8,
        _ reason: RevocationReason? = nil,
        depth: Int = 0
    ) -> Rejection {
        .revoked(
            RevocationRecord(serial: [serial], reason: reason, date: Setup.revocationDate),
            depth: depth
        )
    }
}

extension Setup {
    /// Declares another end entity of the intermediate.
    package mutating func addNeighbour(_ name: String) {
        self[name] = Entity(role: .endEntity, issuer: .entity("intermediate"))
    }

    /// Makes the response stapled to the leaf state a revocation.
    package mutating func revokeLeaf() { response.status = .revoked }
}

extension Entity.AddedExtension {
    /// The extension ocsp-nocheck (RFC 6960 §4.2.2.2.1).
    package static let noCheck = Self(oid: .ocspNoCheck, critical: false, value: [0x05, 0x00])
    /// A critical cRLDistributionPoints extension with one URI, `a:b`.
    package static let criticalPoint = Self(
        oid: .crlDistributionPoints,
        critical: true,
        value: [0x30, 11, 0x30, 9, 0xa0, 7, 0xa0, 5, 0x86, 3, 0x61, 0x3a, 0x62]
    )
}
