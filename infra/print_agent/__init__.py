"""The agent at the counter: takes print jobs of one device and sends them to printers of its network.

It needs nothing but Python, so that it runs on whatever stands next to the printer.
"""
