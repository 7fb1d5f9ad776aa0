"""Kings and Lows, Baseball and Deuces Wild: seven-card stud with wild cards."""
