import ArgumentParser
import Basics
import Reports

/// `hatpin manual`: the pages that are made of declarations.
struct ManualCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual",
        abstract: "Write a page of reference as Markdown.",
        discussion: ManualPage.catalogue.map { "\($0.name): \($0.title)" }
            .joined(separator: "\n")
    )

    @Argument(help: "The page.") var page: Page

    func run() throws {
        try StandardStream.output.write(page.page.text)
    }

    /// A page by its name.
    struct Page: ExpressibleByArgument {
        static let allValueStrings = ManualPage.catalogue.map(\.name)
        let page: ManualPage

        init?(argument: String) {
            guard let page = ManualPage.catalogue.first(where: { $0.name == argument }) else {
                return nil
            }
            self.page = page
        }
    }
}
