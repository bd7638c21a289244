import Reports

@main struct CLI { static func main() {} }
