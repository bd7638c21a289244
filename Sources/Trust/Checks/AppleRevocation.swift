import PKIX

extension PathCheck {
    /// `Revocation` and `RevocationResponseRequired`: what trustd makes of stapled responses and of
    /// CRLs at hand.
    ///
    /// What does not stand is passed over, where `revocation` refuses it; a promise to staple binds
    /// nobody; and only the end entity's status can be demanded. A response that says that a
    /// certificate was revoked holds for longer than it says itself. One that does not say how long
    /// it holds does so for ten days, as with `revocation`, and not for Apple's one.
    package static let appleRevocation = PathCheck(
        "apple-revocation",
        about: "No certificate below the trust anchor was revoked, as far as OCSP responses and "
            + "CRLs that stand say; where a response is required, one says so of the end entity.",
        source: "Apple Security-61901.0.87.0.1, trust/trustd/SecRevocationServer.c",
        judgePath: { reached throws(Rejection) in
            guard var search = StatusSearch(reached) else { return }
            defer { reached.budget = search.budget }
            try search.judgeWhatStands(reached.certificates)
        }
    )
}

extension StatusSearch {
    /// Judges the certificates of `path` as trustd does.
    ///
    /// - Parameter path: end entity first, the trust anchor last.
    /// - Throws: the first refusal.
    fileprivate mutating func judgeWhatStands(_ path: [Certificate]) throws(Rejection) {
        for depth in path.indices.dropLast() {
            let above = Array(path[(depth + 1)...])
            var standing = Standing.unknown(.nothingAtHand)
            for staple in revocation.staples where staple.certificate == path[depth].der {
                let stapled = try statement(staple.response, on: path[depth], depth, above)
                standing = standing.combined(with: stapled)
            }
            standing = standing.combined(with: try listed(path[depth], depth, above))
            switch standing {
            case .good: continue
            case .revoked(let record): throw .revoked(record, depth: depth)
            case .unknown(let gap):
                guard depth == 0, revocation.mode == .hardFail else { continue }
                throw .revocationUnknown(gap, depth: depth)
            }
        }
    }

    private mutating func listed(
        _ certificate: Certificate,
        _ depth: Int,
        _ above: [Certificate]
    ) throws(Rejection) -> Standing {
        do throws(Rejection) {
            return try standing(of: certificate, depth: depth, above: above)
        } catch .budgetExceeded(let what) {
            throw .budgetExceeded(what)
        } catch {
            return .unknown(.nothingAtHand)
        }
    }

    /// What a response says; of one that is out of date, whether it says revoked.
    private mutating func statement(
        _ response: [UInt8],
        on certificate: Certificate,
        _ depth: Int,
        _ above: [Certificate]
    ) throws(Rejection) -> Standing {
        do throws(Rejection) {
            return try standing(response, certificate, depth, above)
        } catch .budgetExceeded(let what) {
            throw .budgetExceeded(what)
        } catch .revocationStale {
            return try revocation(response, of: certificate, depth, above)
        } catch {
            return .unknown(.nothingAtHand)
        }
    }

    /// What a response says that is out of date: that the certificate was revoked, or nothing.
    private mutating func revocation(
        _ response: [UInt8],
        of certificate: Certificate,
        _ depth: Int,
        _ above: [Certificate]
    ) throws(Rejection) -> Standing {
        var ageless = self
        ageless.checks = checks.leavingOut(.responseFreshness)
        defer { budget = ageless.budget }
        do throws(Rejection) {
            let standing = try ageless.standing(response, certificate, depth, above)
            if case .revoked = standing { return standing }
        } catch .budgetExceeded(let what) {
            throw .budgetExceeded(what)
        } catch {}
        return .unknown(.nothingAtHand)
    }
}
