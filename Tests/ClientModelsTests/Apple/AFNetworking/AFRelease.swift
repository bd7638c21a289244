import PinningSetups

/// The decisions of a release of AFNetworking that differ from those of the release before it.
///
/// A changed decision is a flip. A flip that no entry allows is a mistake in the model or in the
/// history.
struct AFRelease: Sendable {
    typealias Form = AFNetworkingClosedForm

    enum Direction: Sendable {
        case stricter, laxer
    }

    /// One reason for flips, if `holds` is true for the settings before and after and for the
    /// setup.
    struct Flip: Sendable {
        let direction: Direction
        let about: String
        let holds: @Sendable (_ before: Form, _ after: Form, _ setup: PinningSetup) -> Bool

        init(
            _ direction: Direction,
            _ about: String,
            where holds: @escaping @Sendable (Form, Form, PinningSetup) -> Bool
        ) {
            (self.direction, self.about, self.holds) = (direction, about, holds)
        }
    }

    let name: String
    let flips: [Flip]

    init(_ name: String, _ flips: Flip...) {
        (self.name, self.flips) = (name, flips)
    }

    func allows(
        _ direction: Direction,
        from before: Form,
        to after: Form,
        in setup: PinningSetup
    ) -> Bool {
        flips.contains { $0.direction == direction && $0.holds(before, after, setup) }
    }

    /// Each distinguished release after the first.
    static let history: [AFRelease] = [
        AFRelease(
            "1.3.4",
            Flip(.laxer, "any certificate of the chain is compared") { _, form, _ in
                form.mode != .none
            },
            Flip(.stricter, "a pinned leaf is no longer accepted before other checks") {
                $1.isLeafPinned(in: $2) && ($1.mode == .none || $2.hasPinInPEM)
            }
        ),
        AFRelease(
            "2.0.3",
            Flip(.stricter, "the keys of pins are extracted in certificate mode too") {
                $1.mode == .certificate && $2.hasPinInPEM
            }
        ),
        AFRelease(
            "2.1.0",
            Flip(.stricter, "pinning modes require trust and more than one pin") { _, form, _ in
                form.mode != .none
            }
        ),
        AFRelease(
            "2.2.0",
            Flip(.laxer, "allowInvalidCertificates counts with pins as well") { _, form, _ in
                form.mode != .none && form.allowsInvalid
            },
            Flip(.stricter, "the common name is compared with pins") { _, form, _ in
                form.mode != .none && form.validatesDomain && form.isDomainGiven
            }
        ),
        AFRelease(
            "2.4.1",
            Flip(.laxer, "the platform's host check is removed") { _, form, _ in
                !form.validatesDomain || !form.isDomainGiven
            },
            Flip(.laxer, "the common name is not compared") { _, form, _ in
                form.validatesDomain && form.isDomainGiven
            },
            Flip(.laxer, "a pin without a key is skipped") {
                $1.mode == .publicKey && $2.hasPinInPEM
            },
            Flip(.stricter, "pins become the anchors") { _, form, _ in form.mode == .certificate }
        ),
        AFRelease(
            "2.5.0",
            Flip(.stricter, "an assigned mode enables the host check") { before, after, _ in
                !before.validatesDomain && after.validatesDomain
            },
            Flip(.laxer, "mode none disables the host check") { before, after, _ in
                before.validatesDomain && !after.validatesDomain
            }
        ),
        AFRelease(
            "2.5.1",
            Flip(.laxer, "mode none evaluates nothing") { _, form, _ in form.mode == .none }
        ),
        AFRelease(
            "2.5.2",
            Flip(.stricter, "mode none evaluates again") { _, form, _ in form.mode == .none }
        ),
        AFRelease(
            "2.5.3",
            Flip(.stricter, "the host is checked by default") { before, after, _ in
                !before.validatesDomain && after.validatesDomain
            },
            Flip(.laxer, "an assigned mode no longer changes anything") { before, after, _ in
                before.validatesDomain && !after.validatesDomain
            }
        ),
        AFRelease(
            "2.7.0",
            Flip(.stricter, "the guard") { $1.isGuarded($2) },
            Flip(.laxer, "one pin is enough") { _, form, _ in form.mode != .none },
            Flip(.stricter, "the leaf as anchor is not enough") { _, form, _ in
                form.mode == .certificate && !form.wantsWholeChain
            },
            Flip(.stricter, "pairs of keys no longer add up") { _, form, _ in
                form.mode == .publicKey && form.wantsWholeChain
            }
        ),
        AFRelease(
            "3.0.4",
            Flip(.laxer, "the chain is read after the pins became anchors") { _, form, _ in
                form.mode == .certificate
            }
        ),
        AFRelease("3.1.0"),
        AFRelease("3.2.1"),
        AFRelease("4.0.1"),
    ]
}
