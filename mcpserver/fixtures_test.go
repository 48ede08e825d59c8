package mcpserver

func addFixtures(s *Server) {}
