import Foundation
import PackagePlugin

/// Writes `Scenarios/` into the target that asks for it, so that the command has the suite with it.
@main struct EmbedScenarios: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        let folder = context.package.directoryURL.appending(path: "Scenarios")
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedScenarios.swift")
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return [
            .buildCommand(
                displayName: "Embedding Scenarios",
                executable: try context.tool(named: "EmbedFolder").url,
                arguments: [folder.path, output.path],
                inputFiles: names.sorted().map { folder.appending(path: $0) },
                outputFiles: [output]
            )
        ]
    }
}
