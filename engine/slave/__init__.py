"""Thai Slave: rules, environment, agents and training.

Four players empty their hands in tricks of singles, pairs, triples and quads; the order in
which they finish makes them King, Queen, Commoner and Slave of the next round.
"""
