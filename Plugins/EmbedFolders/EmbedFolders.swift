import Foundation
import PackagePlugin

/// Embeds `Scenarios/`, `Clients/` and `Servers/` in the target that uses the plugin, so that the command
/// contains them.
@main struct EmbedFolders: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        let tool = try context.tool(named: "EmbedFolder").url
        return try ["Scenarios", "Clients", "Servers"].map { name in
            let folder = context.package.directoryURL.appending(path: name)
            let type = "Embedded" + name
            let output = context.pluginWorkDirectoryURL.appending(path: type + ".swift")
            let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            return .buildCommand(
                displayName: "Embedding \(name)",
                executable: tool,
                arguments: [folder.path, type, output.path],
                inputFiles: names.sorted().map { folder.appending(path: $0) },
                outputFiles: [output]
            )
        }
    }
}
