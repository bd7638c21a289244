import Foundation
import PackagePlugin

/// Embeds the files of `Rules/` as `EmbeddedFiles.all` in the target that uses the plugin.
///
/// The shell writes them, because a program of the package would be built with the sanitizers of
/// fuzz targets.
@main struct EmbedRules: BuildToolPlugin {
    private static let script = """
        output=$1
        folder=$2
        shift 2
        {
            echo 'enum EmbeddedFiles {'
            echo 'static let all: [(path: StaticString, text: StaticString)] = ['
            for file; do
                printf '("%s", ###\"""\\n' "$file"
                cat "$folder/$file"
                printf '\\n\"""###),\\n'
            done
            echo ']'
            echo '}'
        } >"$output"
        """

    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        let folder = context.package.directoryURL.appending(path: "Rules")
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".yaml") }.sorted()
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
        return [
            .buildCommand(
                displayName: "Embedding Rules",
                executable: URL(filePath: "/bin/sh"),
                arguments: ["-c", Self.script, "sh", output.path, folder.path] + names,
                inputFiles: names.map { folder.appending(path: $0) },
                outputFiles: [output]
            )
        ]
    }
}
