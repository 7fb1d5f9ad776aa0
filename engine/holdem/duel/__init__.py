"""Two ranges against each other on given boards, exactly, without walking every pair of hands."""
