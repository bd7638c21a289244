import Crypto
import X509

// Policies is the interface between relying parties and test cases. It has the input of a policy
// (`Presented`) and its answer (`Decision`). It defines how a model is named, configured and
// divided into checks. The models themselves are in the folders next to this folder.

/// A rule that a relying party applies to what a server presented.
package protocol TrustPolicy: Sendable {
    /// Decides on `presented` for `identity`.
    func evaluate(_ presented: Presented, for identity: ReferenceIdentity) -> Decision
}
