import ArgumentParser
import FuzzDriver

extension TimeSpan: ExpressibleByArgument {}
extension CaseRange: ExpressibleByArgument {}
extension Shard: ExpressibleByArgument {}
