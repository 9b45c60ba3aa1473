"""What others wrote, as the API's messages and the client's attachments."""
