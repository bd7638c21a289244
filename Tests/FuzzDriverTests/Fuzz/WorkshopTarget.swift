import CommandWorkshop

@testable import FuzzDriver

extension FuzzFolders {
    /// The folders of a target in a workshop, whose program is this script.
    init(of target: String, in workshop: Workshop, script: String = "#!/bin/sh\n") throws {
        try workshop.write(script, to: "built/\(target)")
        try self.init(
            target: target,
            corpora: "\(workshop.folder)/corpus",
            built: ["\(workshop.folder)/built"],
            fast: []
        )
    }
}
