"""Games with a header: code keeps the ledger and tells the facts, and the manager speaks beside them."""
