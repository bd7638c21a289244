/// A place in a file, both 1-based; the column counts Unicode scalars.
package struct Mark: Hashable, Sendable {
    package let line, column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}
