"""The sales CRM of whoever hosts, with HubSpot's stand-in."""
