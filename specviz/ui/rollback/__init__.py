"""The moving parts of the lesson `rollback`: ledger, conventions, mistakes, paged blocks, memory."""
