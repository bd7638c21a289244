import Forge
import PKIX
import Trust

extension World {
    /// The standard world, whose client wants a status of every certificate and has a CRL of each
    /// issuer: `root-list` and `list`, the intermediate's.
    package static func listed(_ change: (inout World) -> Void = { _ in }) -> World {
        World { world in
            world.revocation = .hardFail
            world.lists = [
                "root-list": RevocationList(issuer: "root"),
                "list": RevocationList(issuer: "intermediate"),
            ]
            world.leaf.serial = [5]
            world.intermediate.serial = [7]
            change(&world)
        }
    }

    /// The standard world, whose client wants a status of every certificate and gets a response
    /// with each.
    package static func stapled(_ change: (inout World) -> Void = { _ in }) -> World {
        World { world in
            world.revocation = .hardFail
            world.leaf.ocsp = StatusResponse()
            world.intermediate.ocsp = StatusResponse()
            world.staples = ["leaf", "intermediate"]
            world.leaf.serial = [5]
            world.intermediate.serial = [7]
            change(&world)
        }
    }

    /// The intermediate's CRL.
    package var list: RevocationList {
        get { lists["list"] ?? RevocationList(issuer: "intermediate") }
        set { lists["list"] = newValue }
    }

    /// The response that comes with the leaf.
    package var response: StatusResponse {
        get { leaf.ocsp ?? StatusResponse() }
        set { leaf.ocsp = newValue }
    }

    /// When declared revocations took place.
    package static let revocationDate = now + (-18 * 3_600)
    /// When declared CRLs and responses begin to hold.
    package static let thisUpdate = now + (-12 * 3_600)
}

extension Entity.AddedExtension {
    /// An extension that nobody knows, of the arc 1.2.`arc`.
    package static func unknown(_ arc: UInt8, critical: Bool) -> Self {
        Self(oid: ObjectIdentifier(content: [0x2a, arc]), critical: critical, value: [0x05, 0x00])
    }
}

extension Rejection {
    /// The leaf's, of whose CRLs this one came nearest to being of use.
    package static func unusable(_ fault: ListFault) -> Rejection {
        .revocationUnknown(.list(fault), depth: 0)
    }

    /// A certificate's, revoked at the standard date.
    package static func revoked(
        _ serial: UInt8,
        _ reason: RevocationReason? = nil,
        depth: Int = 0
    ) -> Rejection {
        .revoked(
            RevocationRecord(serial: [serial], reason: reason, date: World.revocationDate),
            depth: depth
        )
    }
}

extension World {
    /// Declares one more end entity of the intermediate.
    package mutating func addNeighbour(_ name: String) {
        self[name] = Entity(role: .endEntity, issuer: .entity("intermediate"))
    }

    /// Lets the response that comes with the leaf say that it was revoked.
    package mutating func revokeLeaf() { response.status = .revoked }
}

extension Entity.AddedExtension {
    /// ocsp-nocheck (RFC 6960 §4.2.2.2.1).
    package static let noCheck = Self(oid: .ocspNoCheck, critical: false, value: [0x05, 0x00])
}
