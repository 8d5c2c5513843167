"""
A stand-in for HubSpot on this machine: one account with companies, deals, a knowledge base and a private app.

Rows stay in memory. The page at / shows the app's keys, which are pasted at the platform's desk, and
has a list of stages at each deal: a stage chosen there is told to the product as HubSpot tells it.
Names that begin with `wrong` are refused.
"""
