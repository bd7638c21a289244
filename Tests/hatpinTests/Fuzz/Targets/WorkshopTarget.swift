import CommandWorkshop

@testable import hatpin

extension FuzzFolders {
    /// Creates the folders of a target in a workshop; the target's programs are these scripts.
    init(
        of target: String,
        in workshop: Workshop,
        script: String = "#!/bin/sh\n",
        fast: String? = nil
    ) throws {
        try workshop.write(script, to: "built/\(target)")
        if let fast { try workshop.write(fast, to: "fast/\(target)") }
        try self.init(
            target: target,
            corpora: "\(workshop.folder)/corpus",
            built: ["\(workshop.folder)/built"],
            fast: fast == nil ? [] : ["\(workshop.folder)/fast"]
        )
    }
}
